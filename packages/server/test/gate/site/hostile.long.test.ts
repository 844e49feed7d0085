// More hostile values.
import "./hostile.test.ts";
