// More random cases.
import "./any-decision.test.ts";
