// The database holds the fingerprint of the deployment's secret: a process with another one would read nothing of what the
// others encrypted, and refuse what they signed. The first process records its own; `npm run keys:rotate` replaces it, so
// that until then the predecessor in SECRET_PREVIOUS counts as well (deployment-secret.test.ts).
import { createHash } from 'node:crypto'
import type { Config } from '../config.ts'
import type { Database } from '../database/database.ts'
import { type Queryable, statement } from '../database/statement.ts'

type KnownSecrets = Pick<Config, 'knownSecrets' | 'secretSource'>
type Secrets = KnownSecrets & Pick<Config, 'secrets'>

/** Sixteen hexadecimal digits; the secret cannot be derived from them. */
export const fingerprintOf = (secret: string): string =>
  createHash('sha256').update(`fairturn secret ${secret}`).digest('hex').slice(0, 16)

const selectFingerprint = statement(
  `-- deployment_secret_find
  select fingerprint from deployment_secret`,
  { columns: { fingerprint: 'text' } },
)

const insertFingerprint = statement(
  `-- deployment_secret_record
  insert into deployment_secret (fingerprint, recorded_at) values ($fingerprint, $now) on conflict do nothing`,
  { params: { fingerprint: 'text', now: 'timestamptz' } },
)

const upsertFingerprint = statement(
  `-- deployment_secret_replace
  insert into deployment_secret (fingerprint, recorded_at) values ($fingerprint, $now)
  on conflict (singleton) do update set fingerprint = excluded.fingerprint, recorded_at = excluded.recorded_at
    where deployment_secret.fingerprint <> excluded.fingerprint`,
  { params: { fingerprint: 'text', now: 'timestamptz' } },
)

const selectNewestCiphertext = statement(
  `-- deployment_secret_find_ciphertext
  select subject_id, ciphertext from one_time_secret order by created_at desc limit 1`,
  { columns: { subject_id: 'uuid', ciphertext: 'bytea' } },
)

/** Undefined until a process of this version has started, also in a database that is not migrated to it. */
async function findFingerprint(on: Queryable): Promise<string | undefined> {
  const { rows } = await on.query<{ known: boolean }>({
    text: `select to_regclass('public.deployment_secret') is not null as known`,
  })
  return rows[0]!.known ? (await selectFingerprint.maybe(on))?.fingerprint : undefined
}

/**
 * For a process: throws an Error that says what to do unless the configured secret, or one of SECRET_PREVIOUS, is the
 * deployment's. Records it where none is recorded: on the first start, and on the first one after an upgrade if it decrypts
 * the newest secret of one-time codes.
 */
export async function requireOwnSecret(database: Database, config: Secrets): Promise<void> {
  let recorded = await findFingerprint(database)
  if (recorded === undefined) {
    await requireDecryption(database, config)
    await insertFingerprint.all(database, {
      fingerprint: fingerprintOf(config.secrets[0]!),
      now: database.clock.now(),
    })
    // Of processes that start together with two secrets, one comes first.
    recorded = (await selectFingerprint.one(database)).fingerprint
  }
  requireFingerprint(recorded, config)
}

/**
 * For a command, which records nothing and may need no secret: throws as `requireOwnSecret` does if one is configured and is not
 * the deployment's. Resolves to the recorded fingerprint.
 */
export async function refuseOtherSecret(on: Queryable, config: KnownSecrets): Promise<string | undefined> {
  const recorded = await findFingerprint(on)
  if (recorded !== undefined && config.knownSecrets.length > 0) requireFingerprint(recorded, config)
  return recorded
}

/** After a rotation: only this secret is the deployment's from now on. */
export const replaceOwnSecret = async (on: Queryable, secret: string, now: Date): Promise<void> =>
  void (await upsertFingerprint.all(on, { fingerprint: fingerprintOf(secret), now }))

const WHAT_TO_DO =
  'Set SECRET to the deployment’s, or to a new one with the deployment’s in SECRET_PREVIOUS (docs/operations.md, Keys).'

function requireFingerprint(recorded: string, { knownSecrets, secretSource }: KnownSecrets): void {
  const fingerprints = knownSecrets.map(fingerprintOf)
  if (fingerprints.includes(recorded)) return
  const given =
    fingerprints[0] === undefined
      ? `SECRET is not set, and there is no ${secretSource}`
      : `${secretSource} has ${fingerprints[0]}`
  throw new Error(
    `The secret of this deployment has the fingerprint ${recorded}, but ${given}. ${WHAT_TO_DO}`,
  )
}

/** A database of a version that recorded no fingerprint. */
async function requireDecryption(on: Queryable, { knownSecrets, secretSource }: KnownSecrets): Promise<void> {
  const row = await selectNewestCiphertext.maybe(on)
  if (row === undefined) return
  if (knownSecrets.length > 0) {
    const { oneTimeCipher } = await import('./one-time-codes.ts')
    try {
      return void oneTimeCipher(knownSecrets).decrypt(row.subject_id, row.ciphertext)
    } catch {
      // Falls through: encrypted with another secret.
    }
  }
  const given =
    knownSecrets[0] === undefined
      ? `SECRET is not set, and there is no ${secretSource}`
      : `${secretSource}, of the fingerprint ${fingerprintOf(knownSecrets[0])}, does not decrypt it`
  throw new Error(`The data of this deployment is encrypted with another secret: ${given}. ${WHAT_TO_DO}`)
}
