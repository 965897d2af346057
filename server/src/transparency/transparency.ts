// Transparency: public information on the money, as figures and proofs. Reads other modules' tables, changes none.
export {
  currentCover,
  daysBefore,
  figuresSoFar,
  recordFigures,
  recordFiguresSoon,
  transparencyHandlers,
} from './figures.ts'
export type { FigureRow } from './figures.store.ts'
export { dailyProof, evidenceOf, makeProof, proofMaker, proofSecrets } from './proof.ts'
export { proofKeyContext, proofCipher, requireFollowingKey } from './proof-keys.ts'
export { proofSecretContext } from './proof-making.ts'
export { openTree, salterOf } from './proof-tree.ts'
export { proofAdminRoutes } from './proof.admin.ts'
export { proofRoutes } from './proof.routes.ts'
export { transparencyRoutes } from './transparency.routes.ts'
