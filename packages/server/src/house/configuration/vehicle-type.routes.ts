import { vehicleTypeEndpoints } from "@gatehouse/contract/entities/vehicle-type";
import { handle } from "../../platform/http/call.ts";
import { loadRfidVehicleTypes, saveRfidVehicleTypes } from "../vehicle-type.store.ts";

/** The vehicle types of RFID access control that the site has selected; initially all. */
export const vehicleTypeRoutes = handle(vehicleTypeEndpoints, {
  "GET /configs/rfid-ac/vehicle-types": async ({ read }) => ({
    vehicleTypes: await loadRfidVehicleTypes(read),
  }),
  "PUT /configs/rfid-ac/vehicle-types": ({ body, write }) =>
    write(async (tx) => {
      await saveRfidVehicleTypes(tx, body.vehicleTypes);
      return body;
    }),
});
