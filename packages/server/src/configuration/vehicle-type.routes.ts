import { vehicleTypeEndpoints } from "@gatehouse/contract/entities/vehicle-type/vehicle-type.endpoints";
import { vehicleTypes } from "@gatehouse/contract/fields/vehicle-type";
import { handle } from "../platform/http/call.ts";
import { loadCodes, saveCodes } from "../resources/code-selection.ts";

const name = "rfid-ac/vehicle-types";

/** CFG-5: the vehicle types of RFID access control that the site has selected; initially all. */
export const vehicleTypeRoutes = handle(vehicleTypeEndpoints, {
  "GET /configs/rfid-ac/vehicle-types": async ({ read }) => ({
    vehicleTypes: await loadCodes(read, name, vehicleTypes),
  }),
  "PUT /configs/rfid-ac/vehicle-types": ({ body, write }) =>
    write(async (tx) => {
      await saveCodes(tx, name, body.vehicleTypes);
      return body;
    }),
});
