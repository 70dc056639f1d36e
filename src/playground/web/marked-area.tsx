import type { Finding } from "../findings.js";
import { markedParts } from "../marked-text.js";

/**
 * A text that is typed, with what is wrong underlined in it. The same text is drawn under the field, in the same place:
 * it gives the field its height, and has the underlines.
 */
export function MarkedArea({
  hook,
  name,
  hint,
  value,
  marks,
  onChange,
}: {
  hook: string;
  name: string;
  hint: string;
  value: string;
  marks: readonly Finding[];
  onChange: (text: string) => void;
}) {
  const id = `${hook}-${name}`;
  return (
    <div class="field">
      <label for={id}>{name}</label>
      <div class="marked">
        <pre aria-hidden="true">
          {markedParts(value, marks).map(({ text, severity }, index) =>
            severity === null ? (
              text
            ) : (
              <mark key={index} class={severity}>
                {text}
              </mark>
            ),
          )}
          {"\n"}
        </pre>
        <textarea
          id={id}
          rows={2}
          value={value}
          placeholder={hint}
          spellcheck={false}
          autocomplete="off"
          autocapitalize="off"
          aria-invalid={marks.some(({ severity }) => severity === "error")}
          aria-describedby={`${hook}-findings`}
          onInput={({ currentTarget }) => onChange(currentTarget.value)}
        />
      </div>
    </div>
  );
}

/** Selects a part of a field and goes there. */
export function goTo(id: string, from: number, to: number): void {
  const area = document.querySelector<HTMLTextAreaElement>(`#${id}`);
  area?.focus();
  area?.setSelectionRange(from, to);
}
