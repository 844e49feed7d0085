// More random cases.
import "./replay.test.ts";
