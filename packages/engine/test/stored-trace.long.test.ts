// More random cases.
import "./stored-trace.test.ts";
