import { testMatrix } from "./matrix.js";

testMatrix("pact");
