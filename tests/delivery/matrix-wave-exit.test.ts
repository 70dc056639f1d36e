import { testMatrix } from "./matrix.js";

testMatrix("wave/exit");
