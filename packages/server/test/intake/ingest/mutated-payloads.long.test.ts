// More random cases.
import "./mutated-payloads.test.ts";
