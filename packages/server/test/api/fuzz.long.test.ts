// More requests, of another seed.
import "./fuzz.test.ts";
