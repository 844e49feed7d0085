// More random cases.
import "./properties.test.ts";
