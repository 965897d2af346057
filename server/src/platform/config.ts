// The only reader of process.env. Reports all invalid variables at once.
import { join, resolve } from 'node:path'
import { BUCKET, type Environment, environment, isDemo, type Role } from './environment.ts'
import { findKeptSecret, keptSecret } from './kept-secret.ts'

export type { Role }

const SECRET_BYTES = 32

/** The variables are described in environment.ts. */
export type Config = Readonly<ReturnType<typeof loadConfig>>

/**
 * Without SECRET one is generated in DATA_DIR once it is needed; without DEMO a deployment is a demo if it has no external database. Throws
 * an Error that names every invalid variable.
 */
export function loadConfig(variables: Record<string, string | undefined>) {
  const env = environmentOf(variables)
  const dataDir = resolve(env.DATA_DIR)
  const secretFile = join(dataDir, 'secret')
  const publicOrigin = env.PUBLIC_ORIGIN?.replace(/\/$/, '')
  const apiOrigin = apiOriginOf(env)
  return {
    port: env.PORT,
    host: env.HOST,
    dataDir,
    /** The schema owner's login. Undefined in a process; the embedded PostgreSQL is used if the other is, too. */
    databaseUrl: env.DATABASE_URL,
    /** The processes' login. */
    databaseAppUrl: env.DATABASE_APP_URL,
    /** Undefined: there is no replica. */
    databaseReadUrl: env.DATABASE_READ_URL,
    backupDir: env.BACKUP_DIR === undefined ? undefined : resolve(env.BACKUP_DIR),
    postgresBin: env.POSTGRES_BIN,
    databasePool: env.DATABASE_POOL,
    roles: env.ROLES as readonly Role[],
    publicOrigin,
    apiBase: env.PUBLIC_API_BASE,
    /** Origin of the API if it differs from the member app's; CSP and CORS allow only these two. */
    apiOrigin,
    /** Origin of the back office: the API's host, if that is separate. */
    adminOrigin: apiOrigin ?? publicOrigin,
    linkOrigin: env.LINK_ORIGIN?.replace(/\/$/, ''),
    security: securityOf(env),
    /** Without SECRET the one kept in DATA_DIR, which is made when this is first read: what needs none leaves none behind. */
    get secret(): string {
      return env.SECRET ?? keptSecret(secretFile, SECRET_BYTES)
    },
    /** The current secret and its predecessors, newest first. */
    get secrets(): readonly string[] {
      return [this.secret, ...(env.SECRET_PREVIOUS ?? [])]
    },
    /** The same, but makes none: empty where none is set or kept. */
    get knownSecrets(): readonly string[] {
      const secret = env.SECRET ?? findKeptSecret(secretFile)
      return secret === undefined ? [] : [secret, ...(env.SECRET_PREVIOUS ?? [])]
    },
    /** Where the current secret is: the variable, or a file in DATA_DIR. */
    secretSource: env.SECRET === undefined ? secretFile : 'SECRET',
    trustProxy: env.TRUST_PROXY.filter(Boolean) as readonly string[],
    rateLimitFactor: env.RATE_LIMIT_FACTOR,
    deposit_link_hosts: env.DEPOSIT_LINK_HOSTS as readonly string[],
    support_link_hosts: env.SUPPORT_LINK_HOSTS as readonly string[],
    ...servicesOf(env),
    /** Undefined: statements are imported by hand. */
    bankFeedDir: env.BANK_FEED_DIR === undefined ? undefined : resolve(env.BANK_FEED_DIR),
    mail: mailOf(env),
    /** Undefined: no codes are sent to phones; a demo shows them. */
    phone_codes: phoneCodesOf(env),
    alarmMail: (env.ALARM_MAIL ?? []) as readonly string[],
    vapid: vapidOf(env),
    /** Contact for push services: a mailto: or https: URL (RFC 8292). */
    pushSubject: pushSubjectOf(env),
    /** The current key first, then the one it replaced; empty: a key is generated and stored encrypted. */
    proofSigningKeys: (env.PROOF_SIGNING_KEY?.split(',') ?? []) as readonly string[],
    card: cardOf(env),
    bucket: bucketOf(env),
    safeFetchAllowLoopback: env.SAFE_FETCH_ALLOW_LOOPBACK,
    metrics: env.METRICS_PORT === undefined ? undefined : { port: env.METRICS_PORT, host: env.METRICS_HOST },
    tracesEndpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
    shutdownDelayMs: env.SHUTDOWN_DELAY_MS,
    /** Demo data is loaded, and every screen says so. */
    demo: isDemo(env),
    logLevel: env.LOG_LEVEL,
  }
}

/** The variables, checked; an empty one counts as unset. */
function environmentOf(variables: Record<string, string | undefined>): Environment {
  const set = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = environment.safeParse(set)
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
  throw new Error(`The configuration is not usable:\n${faults.join('\n')}`)
}

/** Public services; `vat_number_service_url` undefined: VAT numbers are confirmed by operators only. */
const servicesOf = (env: Environment) => ({
  bankDirectoryUrl: env.BANK_DIRECTORY_URL,
  vatNumberServiceUrl: env.VAT_NUMBER_SERVICE_URL,
})

function apiOriginOf({ PUBLIC_API_BASE, PUBLIC_ORIGIN }: Environment): string | undefined {
  if (PUBLIC_ORIGIN === undefined) return undefined
  const { origin } = new URL(PUBLIC_API_BASE, PUBLIC_ORIGIN)
  return origin === new URL(PUBLIC_ORIGIN).origin ? undefined : origin
}

function securityOf({ SECURITY_CONTACT, SECURITY_EXPIRES }: Environment) {
  if (SECURITY_CONTACT === undefined || SECURITY_EXPIRES === undefined) return undefined
  return { contact: SECURITY_CONTACT, expires: new Date(SECURITY_EXPIRES) }
}

/** `origin`: base of links in mails, since the request's Host header cannot be trusted. */
function mailOf({ SMTP_URL, MAIL_FROM, PUBLIC_ORIGIN }: Environment) {
  if (SMTP_URL === undefined || MAIL_FROM === undefined || PUBLIC_ORIGIN === undefined) return undefined
  return { smtpUrl: SMTP_URL, from: MAIL_FROM, origin: new URL(PUBLIC_ORIGIN).origin }
}

function phoneCodesOf({ PHONE_CODES_URL, PHONE_CODES_TOKEN, PHONE_CODES_A_DAY }: Environment) {
  if (PHONE_CODES_URL === undefined) return undefined
  return { url: PHONE_CODES_URL, token: PHONE_CODES_TOKEN, aDay: PHONE_CODES_A_DAY }
}

function vapidOf({ VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY }: Environment) {
  if (VAPID_PUBLIC_KEY === undefined || VAPID_PRIVATE_KEY === undefined) return undefined
  return { public_key: VAPID_PUBLIC_KEY, private_key: VAPID_PRIVATE_KEY }
}

function pushSubjectOf({ MAIL_FROM, PUBLIC_ORIGIN }: Environment): string {
  const address = /[^\s<>]+@[^\s<>]+/.exec(MAIL_FROM ?? '')?.[0]
  return address !== undefined ? `mailto:${address}` : (PUBLIC_ORIGIN ?? 'mailto:nobody@localhost')
}

/** `origin`: return URL of the checkout. */
function cardOf(env: Environment) {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, PUBLIC_ORIGIN } = env
  if (secretKey === undefined || webhookSecret === undefined || PUBLIC_ORIGIN === undefined) return undefined
  return { secretKey, webhookSecret, apiBase: env.STRIPE_API_BASE, origin: new URL(PUBLIC_ORIGIN).origin }
}

/** Undefined: uploaded files are stored in a folder below `data_dir`. */
function bucketOf(env: Environment) {
  const [endpoint, name, region, accessKeyId, secretAccessKey] = BUCKET.map((variable) => env[variable])
  if (!endpoint || !name || !region || !accessKeyId || !secretAccessKey) return undefined
  return { endpoint, name, region, accessKeyId, secretAccessKey, pathStyle: env.S3_FORCE_PATH_STYLE }
}
