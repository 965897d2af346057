// `npm run keys:rotate`: re-encrypts everything with the new SECRET, the one before being in SECRET_PREVIOUS, and records it as
// the deployment's. Exit code 1 while something decrypts with none of them. Refuses a configured key of proofs that the one before
// cannot sign.
import { loadConfig } from '../platform/config.ts'
import { requireOwnSecret } from '../platform/credentials/deployment-secret.ts'
import { withAppDatabase } from '../platform/database/command.ts'
import { explainFailures } from '../platform/explain.ts'
import { proofSecrets, requireFollowingKey } from '../transparency/transparency.ts'
import { rotateAll } from './rotation.ts'

explainFailures()

const config = loadConfig(process.env)
const rotated = await withAppDatabase(config, async (database) => {
  await requireOwnSecret(database, config)
  await requireFollowingKey(database, proofSecrets(config))
  return await rotateAll(database.url, config.secrets)
})
for (const { table, reencrypted, notOpened } of rotated)
  console.log(`${table}: ${reencrypted} encrypted again${notOpened > 0 ? `, ${notOpened} DO NOT OPEN` : ''}`)
const lost = rotated.some(({ notOpened }) => notOpened > 0)
console.log(
  lost
    ? 'Keep SECRET_PREVIOUS, and add the secret that is missing.'
    : 'SECRET_PREVIOUS can go 15 minutes from now.',
)
process.exitCode = lost ? 1 : 0
