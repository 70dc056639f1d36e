import assert from "node:assert/strict";
import { test } from "node:test";
import { total } from "../src/price.js";

test("a small basket has no discount", () => assert.equal(total([{ cents: 250, count: 2 }]), 500));
test("5000 cents have one", () => assert.equal(total([{ cents: 2500, count: 2 }]), 4500));
