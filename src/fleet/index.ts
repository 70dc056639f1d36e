export { connectFleet, type ConnectOptions, type FleetConnection } from "./connection.js";
export { faultOf, FleetFault } from "./fleet-fault.js";
export { migrateFleet, type Migrated } from "./migrate.js";
