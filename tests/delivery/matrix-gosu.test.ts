import { testMatrix } from "./matrix.js";

testMatrix("gosu");
