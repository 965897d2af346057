// Installs what is missing before `npm start` (`running`) and before `npm test` and `npm run check` (`all`).
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureInstalled, npm, nodeRefusal } from './installation.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const refusal = nodeRefusal(root, process)
if (refusal !== undefined) {
  console.error(refusal)
  process.exit(1)
}
process.exit(ensureInstalled({ root, wanted: process.argv[2], run: npm(root), say: console.log }))
