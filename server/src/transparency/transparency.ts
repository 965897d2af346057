// Transparency: what everybody may know of the money, as figures and as proofs. Reads other modules' tables
// and changes none.
export { recordFigures, recordFiguresSoon, transparencyHandlers } from './transparency.jobs.ts'
export { dailyProof, evidenceOf, makeProof, proofMaker, proofSecrets } from './proof.ts'
export { proofKeyPlace, proofCipher } from './proof-keys.ts'
export { secretPlace } from './proof-making.ts'
export { openTree, salterOf } from './proof-tree.ts'
export { proofAdminRoutes } from './proof.admin.ts'
export { proofRoutes } from './proof.routes.ts'
export { testMailSender } from './test-mail.ts'
export { transparencyAdminRoutes } from './transparency.admin.ts'
export { transparencyRoutes } from './transparency.routes.ts'
