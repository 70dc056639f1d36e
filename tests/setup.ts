import { removeFoldersAtEnd } from "./workspace.js";

removeFoldersAtEnd();
