import * as z from "zod";
import { recordId, version } from "../../fields/record.ts";
import { requiredText } from "../../fields/text.ts";

/** TVM-1: the input for a ticket vending machine. */
export const tvmDraft = z.strictObject({ name: requiredText(), code: requiredText() });

/** A ticket vending machine as the server returns it. */
export const tvm = tvmDraft.extend({ id: recordId, version });
tvm.register(z.globalRegistry, { id: "TicketVendingMachine", description: "A ticket vending machine" });

/** A stored ticket vending machine. */
export type Tvm = z.output<typeof tvm>;
