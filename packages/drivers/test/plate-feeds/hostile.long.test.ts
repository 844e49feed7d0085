// More random cases.
import "./hostile.test.ts";
