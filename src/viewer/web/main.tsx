import { render } from "preact";
import { takeToken } from "./api.js";
import { App } from "./app.js";
import { followKeys } from "./keys.js";
import { followAddress } from "./route.js";
import { start } from "./store.js";

takeToken();
followAddress();
followKeys();
start();
const page = document.getElementById("page");
if (page !== null) render(<App />, page);
