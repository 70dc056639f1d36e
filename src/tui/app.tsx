import { Box, Static, Text, useStdout } from "ink";
import { useEffect, useState, useSyncExternalStore, type ReactNode } from "react";
import { entryLines } from "./block-text.js";
import type { TerminalController } from "./terminal-controller.js";
import { HookEventProvider, useHookEvents } from "../react/index.js";
import { lookOf, type Look } from "./look.js";
import { screenOf } from "./screen.js";
import { counted } from "./text-layout.js";
import { keyOf, type TranscriptEntry } from "./transcript.js";

export interface AppProps {
  readonly controller: TerminalController;
  readonly isPlain: boolean;
  readonly now: () => number;
  /** Called with the rows that are drawn again and again, so that they can be wiped after a resize. */
  readonly onFrame?: (rows: readonly string[]) => void;
  /** Drawn below everything else. */
  readonly children?: ReactNode;
}

/** The whole UI: what is final is printed once, the rest is drawn anew with each change. */
export function App(props: AppProps): ReactNode {
  const look = useLook(props.isPlain);
  return (
    <HookEventProvider store={props.controller.hookEvents}>
      <Box flexDirection="column">
        <Printed controller={props.controller} look={look} />
        <Live {...props} look={look} />
        {props.children}
      </Box>
    </HookEventProvider>
  );
}

/** Each entry is one text node: what is printed costs nothing afterwards. */
function Printed({
  controller,
  look,
}: {
  readonly controller: TerminalController;
  readonly look: Look;
}): ReactNode {
  const { printed, earlier } = useSyncExternalStore(
    controller.store.follow,
    () => controller.store.get().transcript,
  );
  const { showWholeTexts } = useHookEvents().userPreferences;
  const show = (entry: TranscriptEntry, index: number): ReactNode => {
    const rows = entryLines(entry, look, showWholeTexts);
    const before = index === 0 && earlier > 0 ? [`… ${counted(earlier, "earlier message")}`] : [];
    return <Text key={keyOf(entry)}>{[...before, ...rows].join("\n")}</Text>;
  };
  return <Static items={printed as TranscriptEntry[]}>{show}</Static>;
}

type LiveProps = Omit<AppProps, "children"> & { readonly look: Look };

const TICK_MS = 200;

function Live({ controller, now, look, onFrame }: LiveProps): ReactNode {
  const view = useSyncExternalStore(controller.store.follow, controller.store.get);
  useTick(view.activity.running.length > 0);
  const { modelName: model, workspace } = controller.session;
  const { rows, scroll } = screenOf(view, { model, workspace, now: now() }, look);
  useEffect(() => {
    onFrame?.(rows);
    controller.scrolledTo(scroll);
  });
  // A row that a resize has made too long is cut until it is laid out anew, lest the frame outgrow the screen.
  return rows.map((row, index) => (
    <Text key={index} wrap="truncate">
      {row === "" ? " " : row}
    </Text>
  ));
}

/** Draws again while there is a clock to be seen. */
function useTick(isOn: boolean): void {
  const [, setTick] = useState(0);
  useEffect(() => {
    if (!isOn) return;
    const timer = setInterval(() => setTick((tick) => tick + 1), TICK_MS);
    return () => clearInterval(timer);
  }, [isOn]);
}

function useLook(isPlain: boolean): Look {
  const { stdout } = useStdout();
  const [look, setLook] = useState(() => lookOf(stdout, isPlain));
  useEffect(() => {
    const measure = (): void => setLook(lookOf(stdout, isPlain));
    stdout.on("resize", measure);
    return () => void stdout.off("resize", measure);
  }, [stdout, isPlain]);
  return look;
}
