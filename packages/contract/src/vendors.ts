/** A vendor of AI devices. */
export interface Vendor {
  readonly code: string;
  readonly title: string;
  /** The groups of fields on its device form. */
  readonly asks: {
    /** Optional: a device without an address only pushes. */
    readonly address: boolean | "optional";
    readonly dashboard: boolean;
    readonly credentials: boolean;
  };
  /** Whether its devices list their cameras; otherwise cameras are added manually. */
  readonly reportsCameras: boolean;
  /** Whether each camera pushes to its own port on the server. */
  readonly usesSinkPort: boolean;
}

/** Every vendor by its code. */
export const vendors = {
  /** Cameras with built-in counting. */
  bosch: {
    code: "bosch",
    title: "Bosch",
    asks: { address: false, dashboard: false, credentials: false },
    reportsCameras: false,
    usesSinkPort: true,
  },
  /** Plate readers. */
  carrida: {
    code: "carrida",
    title: "Carrida",
    asks: { address: false, dashboard: false, credentials: false },
    reportsCameras: false,
    usesSinkPort: true,
  },
  /** Any device that pushes one of the documented plate feeds. */
  generic: {
    code: "generic",
    title: "Generic",
    asks: { address: "optional", dashboard: false, credentials: true },
    reportsCameras: true,
    usesSinkPort: false,
  },
  /** Slot sensors behind a controller. */
  pz_qube: {
    code: "pz_qube",
    title: "PZ Qube",
    asks: { address: false, dashboard: false, credentials: false },
    reportsCameras: false,
    usesSinkPort: false,
  },
  /** Uncanny Vision servers for plates, counting and slot detection. */
  uncanny: {
    code: "uncanny",
    title: "Uncanny",
    asks: { address: true, dashboard: true, credentials: false },
    reportsCameras: true,
    usesSinkPort: true,
  },
} as const satisfies Record<string, Vendor>;

export type VendorCode = keyof typeof vendors;

export const vendorCodes = Object.keys(vendors) as [VendorCode, ...VendorCode[]];
