import { render } from "preact";
import { App } from "./app.js";
import { openLinks } from "./links.js";

openLinks();
render(<App />, document.body);
