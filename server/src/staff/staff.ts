// The door to staff: the log of what operators, and the system in their place, did and looked at. It must never change or
// forget an act, nor hold in one a member's name, phone or address: acts outlive the account.
export { type Act, actsOnMember, type NewAct, type StaffAction, recordAct } from './acts.ts'
export { type ActFinding, checkActs } from './acts.check.ts'
export { staffRoutes } from './staff.routes.ts'
