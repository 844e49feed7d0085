/** Shorter texts would find almost everything. */
export const minSearchLength = 2;

/** The kind of vehicles, which are no records; their id is that of the event or the entry that they are known by. */
export const vehicleKind = "vehicles";

/** Vehicles are found by so many characters of their plate or tag, if they are inside or were seen in so many days. */
export const minPlatePart = 3;
export const vehicleSearchDays = 30;

/** The number of results of a kind. */
export const maxResultsPerKind = 5;
