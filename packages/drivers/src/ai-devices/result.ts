export { failed, success } from "../device-result.ts";
