/** Tells the model which day it is, by the clock that a test may set. */
export default () => {
  const seconds = Number(process.env.SOURCE_DATE_EPOCH ?? Date.now() / 1000);
  const day = new Date(seconds * 1000).toISOString().slice(0, 10);
  return {
    hookSpecificOutput: { hookEventName: "UserPromptSubmit", additionalContext: `today is ${day}` },
  };
};
