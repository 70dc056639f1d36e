/** One step of the tables. What was once published is never changed: a change is a further step. */
export interface Migration {
  readonly number: number;
  readonly name: string;
  /** The number of the oldest step that a program must know to work with the tables after this one. */
  readonly needs: number;
  readonly sql: string;
}
