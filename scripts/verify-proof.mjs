// Verifies a proof of liabilities independently of the product: written from docs/proof.md alone, with Node's crypto
// and fs. Exit code 0: everything that was checked is valid; 1: something is invalid, or missing although the form of the
// proof has it; 2: nothing that can be checked was given. What was not checked is printed as NOT CHECKED, what cannot be
// checked at all as STATED.
import { createHash, createPublicKey, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

const USAGE = `node scripts/verify-proof.mjs [options] file…

Each file is JSON as the API answers it or the member app saves it: a member's evidence, one proof, the list of proofs, the
list of keys, an award with its proof, or any of them together. Of two proofs given, the later must continue the earlier one;
of two pieces of evidence of one member, every balance must continue by lines alone.

The list of keys is GET proofs/keys of the API. Without it nothing shows that a signing key had not been replaced.

  --key KEY          the public key you trust (base64url), as you saw it first
  --member ID        your member id   } as you know them yourself;
  --name NAME        your user name   } otherwise they are taken from the evidence and printed
  --currency CODE    USD or EURO, as your screens have it
  --now INSTANT      the moment that times are compared with, as 2026-11-28T12:00:00.000Z; otherwise this machine's clock
  --available AMOUNT what you had available at that moment, e.g. 12.50
  --held AMOUNT      what withdrawals held at that moment
  --escrow AMOUNT --open-awards AMOUNT --campaign-fees AMOUNT --level-fees AMOUNT --campaign-vat AMOUNT
                     the same of your campaigns, the awards you could claim, unearned service fees, your level fee and
                     the VAT paid with your campaigns
`

const KINDS = [
  'available',
  'held',
  'escrow',
  'open_awards',
  'campaign_fees',
  'level_fees',
  'unmatched',
  'campaign_vat',
  'vat',
]
/** Statements before version 3 do not have them. */
const VAT_KINDS = ['campaign_vat', 'vat']
/** Of these nobody has a leaf of their own. */
const OF_NO_MEMBER = new Set(['unmatched', 'vat'])
const MEMBER_KINDS = KINDS.filter((kind) => !OF_NO_MEMBER.has(kind))
const CURRENCIES = new Set(['USD', 'EURO'])
const LIMIT = 2n ** 63n
/** What a message repeats of a file is cut. */
const MAX_MESSAGE_LENGTH = 500
const MAX_QUOTED_LENGTH = 200
/** Kinds of accounts, by their numbers in lines from 1, and the kind of liability each belongs to. */
const ACCOUNTS = [
  'member_available',
  'member_held',
  'campaign_escrow',
  'campaign_fee',
  'level_fee',
  'campaign_vat',
]
const KIND_OF = ['available', 'held', 'escrow', 'campaign_fees', 'level_fees', 'campaign_vat']
/** Every kind of entry that a ledger of Fairturn has (docs/proof.md, lines). */
const ENTRY_TYPES = new Set([
  'deposit_credited',
  'opening_balance',
  'bank_fee_booked',
  'bank_fee_reversed',
  'interest_booked',
  'vat_paid',
  'vat_paid_reversed',
  'credit_reversed',
  'unmatched_payment_kept',
  'unmatched_payment_refunded',
  'unmatched_payment_returned',
  'campaign_paid',
  'award_claimed',
  'objection_upheld',
  'campaign_ended',
  'level_bought',
  'level_restored',
  'level_recognised',
  'level_refunded',
  'withdrawal_requested',
  'withdrawal_sent',
  'withdrawal_returned',
  'adjustment',
  'reversal',
])
const AWARD_ENTRIES = new Set(['award_claimed', 'objection_upheld'])
const OWN_ENTRIES = new Set(['campaign_paid', 'level_bought', 'level_restored', 'withdrawal_requested'])
/** What else takes from an available balance: nothing shows where to. */
const TAKING_ENTRIES = new Set(['adjustment', 'reversal', 'credit_reversed'])
const COVERS = [
  'entries',
  'lines',
  'lines_root',
  'awards',
  'awards_root',
  'audit_events',
  'audit_head',
  'audit_root',
]

/** Statements after which a file of the member app has the lines of at most so many proofs, and for so long. */
const MAX_HISTORY = 30
const DAY_MS = 86_400_000
const TREES_KEPT_MS = 91 * DAY_MS
/** Clocks of different machines, and what was begun before a moment and ended after it. */
const TOLERANCE_MS = 5 * 60_000
/** One is made each day, and may be late by two hours. */
const MAX_AGE_HOURS = 26
const STATED = `STATED, which no proof can show: bank balances, times, which visits are real, that members who never check are
included, who was paid an award, what the audit log says and omits, audit_head as soon as there are new events, and
that the total of each kind, not only of all, is what members have.`

/** Without control characters: what a file says never begins a line of its own, nor moves the cursor. */
const printable = (line) =>
  line.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (one) => `\\u{${one.codePointAt(0).toString(16)}}`)
const say = (line) => console.log(printable(line))
/** What was read, in quotes, so that it is never taken for words of this program. */
const quoted = (value) => JSON.stringify(value)?.slice(0, MAX_QUOTED_LENGTH) ?? 'nothing'

/** It was checked, and is not valid. */
class Wrong extends Error {}
/** It is not in a form that can be checked. */
class Malformed extends Error {}
/** The command line is not one that this program has. */
class Usage extends Error {}
const must = (holds, sentence) => {
  if (!holds) throw new Wrong(sentence)
}
const sha256 = (...parts) => createHash('sha256').update(Buffer.concat(parts)).digest()
// A value of another type is wrong: never one that only looks the same when it is written as text.
const text = (value, what) => {
  must(typeof value === 'string', `${what} is no text`)
  return value
}
const count = (value, what) => {
  must(Number.isSafeInteger(value) && value >= 0, `${what} is no whole number`)
  return value
}
const list = (value, what) => {
  must(Array.isArray(value), `${what} is no list`)
  return value
}
const object = (value, what) => {
  must(typeof value === 'object' && value !== null && !Array.isArray(value), `${what} is not there`)
  return value
}
const hex = (value, bytes, what) => {
  must(
    typeof value === 'string' && /^[0-9a-f]*$/.test(value) && value.length === bytes * 2,
    `${what} is not ${bytes} bytes`,
  )
  return Buffer.from(value, 'hex')
}
const isUuid = (value) =>
  typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)
const uuid = (value, what) => {
  must(isUuid(value), `${what} is no id`)
  return Buffer.from(value.replaceAll('-', ''), 'hex')
}
/** Milliseconds; no 30 February. */
const instant = (value, what) => {
  const form = typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value)
  const ms = form ? Date.parse(value) : NaN
  must(!Number.isNaN(ms) && new Date(ms).toISOString() === value, `${what} is no instant`)
  return ms
}
const u64 = (value) => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(value)
  return bytes
}
const i64 = (value) => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigInt64BE(value)
  return bytes
}
const signedWhole = (value, what) => {
  must(
    typeof value === 'string' && /^(0|-?[1-9][0-9]{0,18})$/.test(value),
    `${what} is not a whole number of minor units`,
  )
  must(BigInt(value) < LIMIT && BigInt(value) >= -LIMIT, `${what} is out of range`)
  return BigInt(value)
}
const u32 = (value) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
const whole = (value, what) => {
  must(
    typeof value === 'string' && /^(0|[1-9][0-9]{0,18})$/.test(value),
    `${what} is not a whole number of minor units`,
  )
  must(BigInt(value) < LIMIT, `${what} is too large`)
  return BigInt(value)
}
const moneyOf = (minor) => {
  const digits = `${minor < 0n ? -minor : minor}`.padStart(3, '0')
  return `${minor < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
const minorOf = (money, what) => {
  must(
    typeof money === 'string' && /^(0|[1-9][0-9]*)\.[0-9]{2}$/.test(money),
    `${what} is not an amount like 12.50`,
  )
  const minor = BigInt(money.replace('.', ''))
  must(minor < LIMIT, `${what} is too large`)
  return minor
}

/** In its only spelling: the last character has bits that do not count. */
const isKey = (key) =>
  typeof key === 'string' &&
  /^[\w-]{43}$/.test(key) &&
  Buffer.from(key, 'base64url').toString('base64url') === key

function signed(key, signature, statement) {
  must(isKey(key), `the key ${quoted(key)} is not 32 bytes in base64url`)
  must(typeof signature === 'string' && /^[\w-]{86}$/.test(signature), 'a signature is not 64 bytes')
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: key }
  return verify(
    null,
    Buffer.from(statement),
    createPublicKey({ key: jwk, format: 'jwk' }),
    Buffer.from(signature, 'base64url'),
  )
}

/** The lines of a statement, in the required order and no others. */
function readStatement(statement) {
  const names = [
    'number',
    'proof_id',
    'previous',
    'taken_at',
    'currency',
    'nonce',
    'leaves',
    'total_minor',
    'root',
    'heads',
  ]
  const lines = text(statement, 'a statement').split('\n')
  const version = /^Fairturn proof of liabilities, version ([123])$/.exec(lines.shift())?.[1]
  must(version !== undefined, 'the first line of the statement is another')
  const kinds = version === '3' ? KINDS : KINDS.filter((kind) => !VAT_KINDS.includes(kind))
  if (version !== '1') names.push(...COVERS)
  names.push(...kinds.map((kind) => `${kind}_minor`), 'key')
  must(lines.pop() === '' && lines.length === names.length, 'the statement has other lines than it should')
  const fields = {}
  names.forEach((name, i) => {
    must(lines[i].startsWith(`${name}: `), `line ${i + 2} of the statement is not ${name}`)
    fields[name] = lines[i].slice(name.length + 2)
  })
  const counts = version !== '1' ? ['entries', 'lines', 'awards', 'audit_events'] : []
  for (const name of ['number', 'leaves', ...counts]) {
    must(/^(0|[1-9][0-9]{0,14})$/.test(fields[name]), `${name} is not a number`)
    fields[name] = Number(fields[name])
  }
  // What else is signed is the same in versions 2 and 3.
  fields.version = version === '1' ? 1 : 2
  if (version !== '1') {
    must(fields.lines < 2 ** 32 && fields.awards < 2 ** 32, 'lines or awards is out of range')
    for (const name of ['lines_root', 'awards_root', 'audit_head', 'audit_root']) hex(fields[name], 32, name)
  }
  must(fields.number >= 1 && fields.leaves < 2 ** 32, 'number or leaves is out of range')
  fields.taken_ms = instant(fields.taken_at, 'taken_at')
  must(isUuid(fields.proof_id), 'proof_id is no id')
  must(CURRENCIES.has(fields.currency), 'currency is neither USD nor EURO')
  hex(fields.previous, 32, 'previous')
  hex(fields.root, 32, 'root')
  hex(fields.heads, 32, 'heads')
  fields.nonce = hex(fields.nonce, 16, 'nonce')
  fields.total_minor = whole(fields.total_minor, 'total_minor')
  let sum = 0n
  for (const kind of KINDS) fields[`${kind}_minor`] ??= '0'
  for (const kind of KINDS) sum += fields[`${kind}_minor`] = whole(fields[`${kind}_minor`], kind)
  must(
    version !== '3' || VAT_KINDS.some((kind) => fields[`${kind}_minor`] > 0n),
    'a statement without VAT is not of version 3',
  )
  must(sum === fields.total_minor, 'the kinds do not add up to the total')
  checkEmpty(fields)
  return fields
}

/** What a tree, a list or a log without anything in it is. */
function checkEmpty(fields) {
  const { nonce } = fields
  const padding = (first, ...rest) => sha256(Buffer.from([first]), nonce, Buffer.from(rest)).toString('hex')
  must(fields.leaves > 0 || fields.root === padding(0x02, 0), 'root is not that of no leaves')
  must(fields.leaves > 0 || fields.total_minor === 0n, 'there are no leaves, but a total')
  if (fields.version === 1) return
  must(fields.lines > 0 || fields.lines_root === padding(0x12, 1, 0), 'lines_root is not that of no lines')
  must(
    fields.awards > 0 || fields.awards_root === padding(0x12, 2, 0),
    'awards_root is not that of no awards',
  )
  must(fields.entries > 0 || fields.heads === sha256().toString('hex'), 'there are no entries, but heads')
  const link = () => sha256(Buffer.from([0x20]), hex(fields.audit_head, 32, 'audit_head')).toString('hex')
  must(fields.audit_events > 0 || /^0{64}$/.test(fields.audit_root), 'there are no events, but an audit_root')
  must(fields.audit_events !== 1 || fields.audit_root === link(), 'audit_root is not that of audit_head')
}

function checkStatement(proof) {
  object(proof, 'a proof')
  const fields = readStatement(proof.statement)
  const hash = sha256(Buffer.from(proof.statement)).toString('hex')
  // The fields beside the statement are for convenience; if present, they must equal the statement's.
  const { proof_id: _id, number, taken_at, leaves } = fields
  for (const [name, value] of Object.entries({ hash, _id, number, taken_at, leaves }))
    must(proof[name] === undefined || proof[name] === value, `${name} beside the statement differs`)
  must(
    proof.total === undefined || minorOf(proof.total, 'total') === fields.total_minor,
    'the total beside the statement differs',
  )
  must(proof.key === undefined || proof.key === fields.key, 'the key beside the statement differs')
  must(signed(fields.key, proof.signature, proof.statement), 'the signature of the statement is wrong')
  const heads = proof.heads === undefined ? undefined : readHeads(proof.heads, fields)
  const audit_proof = proof.audit_proof === undefined ? [] : list(proof.audit_proof, 'audit_proof')
  return {
    fields,
    hash,
    heads,
    audit_proof: audit_proof.map((node) => hex(node, 32, 'a node of the audit log')),
  }
}

/** The head of each chain of the ledger: entries and hash, by its number. */
function readHeads(heads, fields) {
  const lines = text(heads, 'heads').split('\n')
  must(sha256(Buffer.from(heads)).toString('hex') === fields.heads, 'the list of chains is another')
  must(lines.pop() === '', 'the list of chains does not end with a line feed')
  const chains = new Map()
  let entries = 0
  let last = -1
  for (const line of lines) {
    const [, number, length, hash] = /^(0|[1-9]\d{0,8}) ([1-9]\d{0,14}) ([0-9a-f]{64})$/.exec(line) ?? []
    must(number !== undefined && Number(number) > last, 'the list of chains has another form')
    last = Number(number)
    chains.set(last, { length: Number(length), hash })
    entries += Number(length)
  }
  must(fields.version === 1 || entries === fields.entries, 'the chains have another number of entries')
  return chains
}

/**
 * The list of keys, each vouched for by the one before. By key: its place, since when it signs, and until when. A list that
 * contradicts itself, or lacks a key, vouches for nothing.
 */
function readKeys(keys) {
  const byNumber = new Map()
  for (const one of keys) {
    must(count(one.number, 'the number of a key') > 0, 'a key has the number 0')
    must(isKey(one.key), `key ${one.number} is not 32 bytes in base64url`)
    instant(one.since, 'since of a key')
    text(one.replaces, 'what a key replaces')
    must(one.endorsement === null || typeof one.endorsement === 'string', 'an endorsement is no text')
    const other = byNumber.get(one.number)
    const same = ['key', 'since', 'replaces', 'endorsement'].every((name) => other?.[name] === one[name])
    must(other === undefined || same, `two different keys have the number ${one.number}`)
    byNumber.set(one.number, one)
  }
  const order = new Map()
  let before
  for (const [place, { number, key, since, replaces, endorsement }] of [...byNumber.values()]
    .sort((a, b) => a.number - b.number)
    .entries()) {
    must(number === place + 1, `key ${place + 1} is not in the list of keys`)
    must(!order.has(key), `key ${number} comes twice`)
    must(replaces === (before?.key ?? 'none'), `key ${number} does not say that it replaces key ${place}`)
    if (before === undefined) must(endorsement === null, 'the first key has a word of a key before it')
    else {
      must(endorsement !== null, `the key before does not vouch for key ${number}: it has no signature`)
      const statement = `Fairturn proof key, version 1\nnumber: ${number}\nkey: ${key}\nsince: ${since}\nreplaces: ${replaces}\n`
      must(signed(replaces, endorsement, statement), `the key before does not vouch for key ${number}`)
      must(Date.parse(since) >= Date.parse(before.since), `key ${number} is older than the one it replaces`)
      order.get(before.key).until = Date.parse(since)
    }
    order.set(key, { place, from: Date.parse(since), until: Infinity })
    before = { key, since }
  }
  return order
}

/** Each proof is signed by a trusted key that had not been replaced; a key that was left does not come back. */
function checkKeys(checked, given, keys) {
  const ordered = checked.map(({ fields }) => fields).sort((a, b) => a.number - b.number)
  if (keys.length === 0) withoutKeys(ordered, given)
  else {
    const order = readKeys(keys)
    must(given === undefined || order.has(given), 'the key you trust is not in the list of keys')
    const trusted = given === undefined ? 0 : order.get(given).place
    const before = []
    let last = 0
    for (const { number, key, taken_ms } of ordered) {
      const known = order.get(key)
      must(known !== undefined, `proof ${number} is signed by a key that is not in the list of keys`)
      must(known.place >= last, `proof ${number} is signed by a key that an earlier proof had left`)
      if (known.place < trusted) before.push(number)
      must(
        taken_ms <= known.until + TOLERANCE_MS,
        `proof ${number} is signed by a key that had been replaced`,
      )
      must(taken_ms >= known.from - TOLERANCE_MS, `proof ${number} is signed by a key of a later time`)
      last = known.place
    }
    must(
      before.length < ordered.length,
      'no proof is signed by the key you trust, or by one that it vouches for',
    )
    const vouched = last > trusted ? ', or vouched for by it through the list of keys' : ''
    const others = before.length > 0 ? ` but of proofs ${before.join(', ')}` : ''
    say(
      given === undefined
        ? `every signing key is in the list of keys${order.size > 1 ? ', in which each vouches for the next' : ''}`
        : `every signing key${others} is the one you trust${vouched}`,
    )
    if (before.length > 0)
      say(
        `NOT CHECKED: whose keys signed proofs ${before.join(', ')}: they are of before the key you trust, which vouches only for later ones`,
      )
    say(
      `by the list of keys, which ends with key ${order.size}, no signing key had been replaced when it signed`,
    )
    say(
      `NOT CHECKED: that the list of keys does not end earlier than it should; ask for it again (GET proofs/keys)`,
    )
  }
  if (given === undefined) say(`NOT CHECKED: whose key it is; compare ${ordered[0].key}`)
}

/** Without the list nobody says which key replaced which, and when. */
function withoutKeys(ordered, given) {
  const left = new Set()
  let last = ordered[0].key
  const from = given === undefined ? 0 : ordered.findIndex(({ key }) => key === given)
  must(from >= 0, 'no proof is signed by the key you trust')
  for (const [i, { number, key }] of ordered.entries()) {
    must(
      given === undefined || i < from || key === given,
      `proof ${number} is signed by a key you do not trust`,
    )
    must(!left.has(key), `proof ${number} is signed by a key that an earlier proof had left`)
    if (key !== last) {
      left.add(last)
      say(
        `NOT CHECKED: that the key of proof ${number} is vouched for by the one before; give the list of keys`,
      )
    }
    last = key
  }
  if (from > 0)
    say(
      `NOT CHECKED: whose keys signed the proofs before proof ${ordered[from].number}, the first that the key you trust signed`,
    )
  say(
    'NOT CHECKED: that no signing key had been replaced when it signed; give the list of keys (GET proofs/keys)',
  )
}

/** The proofs by their numbers, each following the one before. */
function checkChain(checked, now_ms) {
  const byNumber = new Map()
  for (const one of checked) {
    const other = byNumber.get(one.fields.number)
    must(
      other === undefined || other.hash === one.hash,
      `two different proofs have the number ${one.fields.number}`,
    )
    // Of copies, what each of them says more.
    const audit_proofs = [
      ...(other?.audit_proofs ?? []),
      ...(one.audit_proof.length > 0 ? [one.audit_proof] : []),
    ]
    byNumber.set(one.fields.number, { ...one, audit_proofs, heads: one.heads ?? other?.heads })
  }
  const numbers = [...byNumber.keys()].sort((a, b) => a - b)
  say(`${numbers.length} statements have the right form, hash and signature`)
  for (const number of numbers) {
    const { taken_at, taken_ms, currency, total_minor } = byNumber.get(number).fields
    must(taken_ms <= now_ms + DAY_MS, `proof ${number} is dated ${taken_at}, which is not yet`)
    if (taken_ms > now_ms + TOLERANCE_MS)
      say(
        `NOT CHECKED: the time of proof ${number}, ${taken_at}, is not yet by this machine's clock; set the clock`,
      )
    say(`proof ${number} is of ${taken_at}: ${moneyOf(total_minor)} ${currency} owed in all`)
  }
  const hours = Math.floor((now_ms - byNumber.get(numbers.at(-1)).fields.taken_ms) / 3_600_000)
  if (hours > MAX_AGE_HOURS)
    say(
      `NOT CHECKED: what is owed since proof ${numbers.at(-1)}, which is ${hours} hours old; one is made each day`,
    )
  for (const number of numbers) {
    const { fields } = byNumber.get(number)
    const before = byNumber.get(number - 1)
    if (number === 1) must(/^0{64}$/.test(fields.previous), 'the first proof names one before it')
    else if (before !== undefined)
      must(fields.previous === before.hash, `proof ${number} does not follow proof ${number - 1}`)
    const earlier = byNumber.get(numbers[numbers.indexOf(number) - 1])
    if (earlier !== undefined) checkAfter(earlier, byNumber.get(number))
    if (earlier !== undefined && before === undefined)
      say(
        `NOT CHECKED: that proof ${number} follows proof ${earlier.fields.number}; give those between (GET proofs)`,
      )
    if (before === undefined) checkCounts({ entries: 0, number: number - 1 }, fields, number === 1)
    else if (before.fields.version === 2) checkCounts(before.fields, fields, true)
  }
  const [first] = numbers
  if (first === 1) say('proof 1 is the first, and names none before it')
  else say(`NOT CHECKED: that proof ${first} follows the one before; give both`)
  for (const run of runsOf(numbers)) if (run.length > 1) say(`proofs ${run.join(', ')} follow one another`)
  sayHeads(numbers.map((number) => byNumber.get(number)))
  checkAudits(numbers.map((number) => byNumber.get(number)))
}

/** Numbers without a gap. */
const runsOf = (numbers) =>
  numbers.reduce((runs, number) => {
    if (runs.at(-1)?.at(-1) === number - 1) runs.at(-1).push(number)
    else runs.push([number])
    return runs
  }, [])

/** Lines and awards are of entries since the proof before; without any there are none. `exact`: that proof is given. */
function checkCounts(before, { number, version, entries, lines, awards }, exact) {
  if (version === 1) return
  const added = entries - before.entries
  const what = exact && number > 1 ? `since proof ${before.number}` : 'in all'
  must(lines === 0 || added > 0, `proof ${number} has lines, but no entries ${what}`)
  must(awards <= added, `proof ${number} has more awards than entries ${what}`)
  must(awards <= lines, `proof ${number} has more awards than lines`)
}

/** The chains of the ledger, by their heads: what was compared. */
function sayHeads(proofs) {
  const compared = []
  const missing = []
  for (const [i, { fields, heads }] of proofs.entries()) {
    if (heads === undefined) missing.push(fields.number)
    else if (i > 0 && proofs[i - 1].heads !== undefined) compared.push(fields.number)
  }
  if (compared.length > 0)
    say(
      `proofs ${compared.join(', ')}: no chain of the ledger has lost entries since the proof before that is given`,
    )
  if (missing.length > 0)
    say(
      `NOT CHECKED: the chains of the ledger of proofs ${missing.join(', ')}; their list (heads) is not given; get it (GET proofs/{id})`,
    )
  else if (compared.length === 0)
    say(
      proofs[0].fields.number === 1
        ? 'the chains of the ledger of proof 1 are those that its statement has the hash of; there is no proof before'
        : 'NOT CHECKED: that no chain of the ledger has lost entries; give the proof before with its heads',
    )
}

/** What of the audit logs was compared, and what was not. */
function checkAudits(proofs) {
  const found = { grown: [], same: [], nothing: [] }
  for (const [i, now] of proofs.entries()) {
    const { number, version, audit_events } = now.fields
    const before = proofs[i - 1]?.fields.number === number - 1 ? proofs[i - 1] : undefined
    if (before !== undefined) found[checkAudit(before.fields, now)].push(number)
    else {
      must(
        (number > 1 && version === 2) || now.audit_proofs.length === 0,
        `proof ${number} has no audit log before it, but nodes that lead to one`,
      )
      const nodes = now.audit_proofs.length > 0 ? ', and the nodes that lead to it' : ''
      const why = number === 1 ? 'there is none before' : 'give the proof before'
      if (version === 1) say(`NOT CHECKED: an audit log of proof ${number}; its form has none`)
      else say(`NOT CHECKED: the audit log of proof ${number}, ${audit_events} events${nodes}; ${why}`)
    }
  }
  const { grown, same, nothing } = found
  if (grown.length > 0)
    say(`proofs ${grown.join(', ')}: the audit log begins with that of the proof before, and has more`)
  if (same.length > 0) say(`proofs ${same.join(', ')}: the audit log is that of the proof before`)
  if (nothing.length > 0)
    say(
      `NOT CHECKED: the audit logs of proofs ${nothing.join(', ')}; the proof before had no events to compare`,
    )
}

/** Chains and the audit log only grow, and without growing stay as they are. */
function checkGrown(before, fields, says) {
  must(
    fields.entries >= before.entries,
    `proof ${fields.number} has fewer entries than proof ${before.number}`,
  )
  const same = fields.entries === before.entries
  must(!same || fields.heads === before.heads, `${says} have as many entries, but other heads`)
  must(same || fields.heads !== before.heads, `${says} have the same heads, but not as many entries`)
  must(
    fields.audit_events > before.audit_events ||
      (fields.audit_events === before.audit_events &&
        fields.audit_root === before.audit_root &&
        fields.audit_head === before.audit_head),
    `the audit log of proof ${fields.number} does not continue that of proof ${before.number}`,
  )
}

/** What a statement says goes on from the one before that is given. */
function checkAfter({ fields: before, heads: heads_before }, now) {
  const { fields, heads } = now
  const says = `proof ${fields.number} and the one before`
  must(fields.taken_ms > before.taken_ms, `the time of proof ${fields.number} is not after the one before`)
  must(!fields.nonce.equals(before.nonce), `${says} have the same nonce`)
  must(fields.proof_id !== before.proof_id, `${says} have the same id`)
  // It is fixed from the first entry on; version 1 does not say whether there was one.
  const empty = before.version === 1 ? before.total_minor === 0n : before.entries === 0
  must(empty || fields.currency === before.currency, `${says} have different currencies`)
  must(fields.version >= before.version, `proof ${fields.number} has an older form than the one before`)
  if (before.version === 2) checkGrown(before, fields, says)
  if (heads === undefined || heads_before === undefined) return
  for (const [number, { length, hash }] of heads_before) {
    const chain = heads.get(number)
    must(
      chain !== undefined && chain.length >= length,
      `chain ${number} has lost entries in proof ${fields.number}`,
    )
    must(
      chain.length > length || chain.hash === hash,
      `chain ${number} was changed in proof ${fields.number}`,
    )
  }
}

/** The audit log of the proof before is the beginning of this one's; what there was to compare. */
function checkAudit(before, { fields, audit_proofs }) {
  const wrong = `the audit log of proof ${fields.number} does not continue that of proof ${before.number}`
  if (before.version === 1) {
    must(audit_proofs.length === 0, wrong)
    return 'nothing'
  }
  must(fields.version === 2 && fields.entries >= before.entries, wrong)
  const given = audit_proofs.length === 0 ? [[]] : audit_proofs
  for (const nodes of given) checkConsistency(before, fields, [...nodes], wrong)
  if (before.audit_events === 0) return 'nothing'
  return before.audit_events === fields.audit_events ? 'same' : 'grown'
}

/** Consistency proof of RFC 9162, 2.1.4. */
function checkConsistency(before, fields, nodes, wrong) {
  const [from, to] = [before.audit_events, fields.audit_events]
  const [old_root, new_root] = [before, fields].map(({ audit_root }) => hex(audit_root, 32, 'audit_root'))
  const inner = (left, right) => sha256(Buffer.from([0x21]), left, right)
  must(from !== to || before.audit_head === fields.audit_head, wrong)
  if (from === 0 || from === to) {
    must(nodes.length === 0 && (from === 0 || old_root.equals(new_root)), wrong)
    return
  }
  must(from < to && nodes.length > 0, wrong)
  // From the bottom up: f and s are the places of the last node of the old and of the new log on each level.
  let f = from - 1
  let s = to - 1
  while (f % 2 === 1) [f, s] = [(f - 1) / 2, Math.floor(s / 2)]
  let old = f === 0 ? old_root : nodes.shift()
  let grown = old
  for (const node of nodes) {
    must(s > 0, wrong)
    if (f % 2 === 1 || f === s) {
      old = inner(node, old)
      grown = inner(node, grown)
      while (f % 2 === 0 && f !== 0) [f, s] = [f / 2, Math.floor(s / 2)]
    } else grown = inner(grown, node)
    ;[f, s] = [Math.floor(f / 2), Math.floor(s / 2)]
  }
  must(s === 0 && old.equals(old_root) && grown.equals(new_root), wrong)
}

/** Root over consecutive leaves of a tree without sums. */
function rootOver(nonce, tree, size, first, leaves, beside) {
  const fits = Number.isInteger(first) && first >= 0 && first + leaves.length <= size
  must(fits && leaves.length > 0, 'a leaf has no such place')
  list(beside, 'the nodes beside')
  let nodes = [...leaves]
  let [place, width, used] = [first, size, 0]
  for (let level = 0; width > 1; level += 1) {
    if (place % 2 === 1) {
      nodes.unshift(hex(beside[used++], 32, 'a node'))
      place -= 1
    }
    if (nodes.length % 2 === 1) {
      const padding = sha256(Buffer.from([0x12]), nonce, Buffer.from([tree, level]))
      nodes.push(place + nodes.length === width ? padding : hex(beside[used++], 32, 'a node'))
    }
    place /= 2
    const above = []
    for (let i = 0; i < nodes.length; i += 2)
      above.push(
        sha256(
          Buffer.from([0x11]),
          nonce,
          Buffer.from([tree, level + 1]),
          u32(place + i / 2),
          nodes[i],
          nodes[i + 1],
        ),
      )
    nodes = above
    width = Math.ceil(width / 2)
  }
  must(used === beside.length, 'there are nodes that lead nowhere')
  return nodes[0].toString('hex')
}

/** The id of an account: a UUID of version 8 from the hash of its kind and holder. */
function accountId(kind, holder) {
  const bytes = sha256(Buffer.from(`account ${kind} ${holder}`)).subarray(0, 16)
  bytes[6] = (bytes[6] & 0x0f) | 0x80
  bytes[8] = (bytes[8] & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** The accounts and lines of one piece of evidence, which lead to its root and to the amounts in the leaves. */
function checkLines({ accounts, lines, awards }, fields, { member, name, owed }) {
  const of = `the evidence of proof ${fields.number}`
  must(accounts !== undefined && accounts !== null, `${of} has no accounts, though its form has them`)
  must(lines !== undefined && lines !== null, `${of} has no lines, though its form has them`)
  const known = readAccounts(list(accounts, 'accounts'), { member, owed })
  object(lines, 'lines')
  const salt = hex(lines.salt, 16, 'a salt')
  const identity = sha256(Buffer.from([3]), uuid(member, 'the member id'), Buffer.from(name))
  const by_account = new Map()
  let found = 0
  let place
  for (const { index, list: page, beside } of list(lines.pages, 'the pages of lines').map((one) =>
    object(one, 'a page'),
  )) {
    count(index, 'the place of a line')
    must(place === undefined || index === place, 'lines are missing between two pages')
    place = index + list(page, 'a page of lines').length
    found += page.length
    const leaves = page.map((line) => {
      object(line, 'a line')
      const account = known.get(line.account_id)
      must(account !== undefined, `a line is on account ${quoted(line.account_id)}, which is not there`)
      const entry = {
        version: count(line.version, 'the version of a line'),
        amount: signedWhole(line.amount_minor, 'the amount of a line'),
        after: signedWhole(line.balance_after_minor, 'the balance of a line'),
        entry_id: line.entry_id,
        type: text(line.type, 'the type of a line'),
        at: line.at,
        no: account.no,
      }
      must(
        instant(line.at, 'the time of a line') <= fields.taken_ms + TOLERANCE_MS,
        'a line is dated after the proof that has it',
      )
      checkPosting(entry, line.account_id)
      if (!by_account.has(line.account_id)) by_account.set(line.account_id, [])
      by_account.get(line.account_id).push(entry)
      return sha256(
        Buffer.from([0x10]),
        fields.nonce,
        salt,
        identity,
        uuid(line.account_id, 'an account'),
        Buffer.from([account.no + 1]),
        u64(BigInt(line.version)),
        i64(entry.amount),
        i64(entry.after),
        uuid(line.entry_id, 'an entry'),
        u64(BigInt(instant(line.at, 'the time of a line'))),
        Buffer.from(line.type),
      )
    })
    must(
      rootOver(fields.nonce, 1, fields.lines, index, leaves, beside) === fields.lines_root,
      `lines lead to another root than that of proof ${fields.number}`,
    )
  }
  must(found === count(lines.count, 'the number of lines'), 'lines are missing')
  checkBalances(known, by_account)
  sayTaken(by_account, fields.number)
  const own = [...by_account.values()].flat().filter(({ no, type }) => no === 0 && AWARD_ENTRIES.has(type))
  checkOwnAwards(own, awards, fields)
  return { count: found, known, by_account }
}

/** Of a known type, which takes from an available balance only if its kind does; no balance is below zero. */
function checkPosting({ type, amount, after, no }, account_id) {
  must(ENTRY_TYPES.has(type), `a line is of an unknown type, ${quoted(type)}`)
  must(after >= 0n, `account ${account_id} was below zero`)
  must(
    no !== 0 || amount >= 0n || OWN_ENTRIES.has(type) || TAKING_ENTRIES.has(type),
    `a line of the type ${type} takes from the available balance, which none of that type does`,
  )
}

/** Corrections, which the member's statement names so, and nothing shows where the money went. */
function sayTaken(by_account, number) {
  const lines = [...by_account.values()].flat()
  const taken = lines.filter(({ no, type, amount }) => no === 0 && amount < 0n && TAKING_ENTRIES.has(type))
  const sum = taken.reduce((all, { amount }) => all - amount, 0n)
  if (taken.length > 0)
    say(
      `NOT CHECKED: why ${taken.length} lines of proof ${number} took ${moneyOf(sum)} by adjustment or reversal; compare them with your statement`,
    )
}

/** By id, of the member's own accounts, whose balances are the amounts in the leaves. */
function readAccounts(accounts, { member, owed }) {
  const known = new Map()
  const sums = Object.fromEntries(KINDS.map((kind) => [kind, 0n]))
  for (const one of accounts) {
    const { account_id, kind, holder_id, version, balance_minor } = object(one, 'an account')
    const no = ACCOUNTS.indexOf(kind)
    must(no >= 0 && !known.has(account_id), `account ${quoted(account_id)} is of no kind, or comes twice`)
    must(
      account_id === accountId(kind, text(holder_id, 'the holder of an account')),
      `account ${quoted(account_id)} is not that of ${kind} ${quoted(holder_id)}`,
    )
    must(no > 1 || holder_id === member, `account ${account_id} is of somebody else`)
    must(count(version, 'the version of an account') > 0, `account ${account_id} has no postings`)
    const balance = signedWhole(balance_minor, 'a balance')
    must(balance >= 0n, `account ${account_id} is below zero`)
    known.set(account_id, { no, version, balance })
    sums[KIND_OF[no]] += balance
  }
  for (const kind of KIND_OF)
    must(
      kind === 'escrow' ? sums.escrow >= owed.escrow : sums[kind] === owed[kind],
      `the accounts have ${moneyOf(sums[kind])} ${kind}, the leaves ${moneyOf(owed[kind])}`,
    )
  if (sums.escrow > owed.escrow)
    say(
      `NOT CHECKED: the accounts have ${moneyOf(sums.escrow)} of escrow, the leaves only ${moneyOf(owed.escrow)}: that others can claim the rest as awards`,
    )
  return known
}

/** The awards among the member's lines are in the tree of awards, which says nothing of who was paid. */
function checkOwnAwards(own, awards, fields) {
  if (own.length === 0) {
    must((awards ?? []).length === 0, 'there are awards that are not among the lines')
    return
  }
  must(
    new Set(own.map(({ entry_id }) => entry_id)).size === own.length,
    'an award comes twice among the lines',
  )
  must(
    awards !== undefined,
    `${own.length} awards of proof ${fields.number} come without their paths in its tree`,
  )
  const given = new Map(list(awards, 'awards').map((award) => [object(award, 'an award').entry_id, award]))
  must(
    given.size === own.length && awards.length === own.length,
    'there are awards that are not among the lines',
  )
  for (const { entry_id, type, amount, at } of own) {
    const award = given.get(entry_id)
    must(award !== undefined, `award ${entry_id} has no path in the tree of awards`)
    must(
      award.type === type && minorOf(award.amount, 'the award') === amount,
      `award ${entry_id} has another amount`,
    )
    must(award.at === at, `award ${entry_id} has another time than its line`)
    checkAwardPath(award, fields, award)
  }
  say(`${own.length} awards of the member are in the tree of awards of proof ${fields.number}`)
}

/** On each account the lines are consecutive, and end in its balance. */
function checkBalances(known, by_account) {
  const own = new Map()
  for (const [account_id, lines] of by_account) {
    const { version, balance } = known.get(account_id)
    lines.forEach((line, i) => {
      const before = lines[i - 1]
      must(
        before === undefined || line.version === before.version + 1,
        `a line of account ${account_id} is missing`,
      )
      must(
        before === undefined || line.after === before.after + line.amount,
        'a balance is not the one before and its line',
      )
      must(
        line.version > 1 || line.after === line.amount,
        'the first line of an account begins with a balance',
      )
      if (OWN_ENTRIES.has(line.type)) own.set(line.entry_id, (own.get(line.entry_id) ?? 0n) + line.amount)
    })
    must(
      lines.at(-1).version === version && lines.at(-1).after === balance,
      `account ${account_id} does not end with its last line`,
    )
  }
  for (const [entry_id, sum] of own) must(sum === 0n, `of entry ${entry_id} not every line is there`)
}

/** No account has lost postings, or another balance after the same one. */
function checkKept(before, { known }, number) {
  for (const [account_id, [version, balance]] of before.state) {
    const account = known.get(account_id)
    must(
      account !== undefined && account.version >= version,
      `account ${account_id} has lost postings in proof ${number}`,
    )
    must(
      account.version > version || account.balance === balance,
      `the balance of account ${account_id} was changed without a line`,
    )
  }
  if (before.number === number)
    for (const [account_id, { version }] of known)
      must(
        before.state.get(account_id)?.[0] === version,
        `account ${account_id} has other postings than before in the same proof`,
      )
}

/**
 * Every account begins without a balance, or goes on from where an earlier proof left it, by lines alone. Returns the
 * accounts of which that cannot be said, because proofs between are not given; `whole` if there are none between.
 */
function checkBeginnings(state, { known, by_account }, number, whole) {
  const unknown = []
  for (const [account_id, { no, version }] of known) {
    const [from, balance] = state.get(account_id) ?? [0, 0n]
    if (version === from) continue
    const first = (by_account.get(account_id) ?? []).find((line) => line.version > from)
    if (first?.version === from + 1)
      must(
        first.after - first.amount === balance,
        `the balance of account ${account_id} was changed without a line`,
      )
    else {
      must(
        !whole,
        `lines of account ${account_id} are missing in proof ${number}: its postings from ${from + 1} on are not all there`,
      )
      unknown.push(ACCOUNTS[no])
    }
  }
  return unknown
}

const stateOf = (known) =>
  new Map([...known].map(([account_id, { version, balance }]) => [account_id, [version, balance]]))

/** What a device remembered, as the file has it. */
function readMemory({ number, accounts }) {
  const state = new Map(
    Object.entries(object(accounts, 'the accounts remembered')).map(([account_id, remembered]) => {
      const [version, balance] = list(remembered, 'a remembered account')
      return [account_id, [count(version, 'a version'), signedWhole(balance, 'a remembered balance')]]
    }),
  )
  must(count(number, 'the number remembered') > 0, 'the device remembers a proof 0')
  return { number, state, remembered: true }
}

/** One piece of evidence after another of one member, from what their device remembered. */
function checkHistory(checked, memories, proofs) {
  const newest = checked.at(-1)
  const since = new Map(proofs.map(({ fields }) => [fields.number, fields.taken_ms]))
  const earlier = memories.map(readMemory)
  const paid = new Map()
  for (const { number, lines } of checked) {
    for (const one of earlier) if (one.number <= number) checkKept(one, lines, number)
    const before = earlier
      .filter((one) => one.number < number)
      .reduce((last, one) => (last === undefined || one.number >= last.number ? one : last), undefined)
    const whole = number === 1 || before?.number === number - 1
    checkDates(lines, number, since.get(number - 1))
    checkAwardsOnce(lines, number, paid)
    if (before?.remembered && !whole) checkWithheld(before.number, number, newest.number, since)
    const unknown = checkBeginnings(before?.state ?? new Map(), lines, number, whole)
    if (unknown.length > 0) sayUnknown(unknown, { number, before, newest: newest.number })
    else if (lines.known.size > 0)
      say(
        before === undefined
          ? `proof ${number}: every balance is the sum of the lines of its account, from the first on`
          : `proof ${number}: every balance continues the one before by lines alone, from proof ${before.number} on`,
      )
    if (earlier.some((one) => one.remembered && one.number === number))
      say(`proof ${number} has every balance as the device remembers it of the same proof`)
    earlier.push({ number, state: stateOf(lines.known) })
  }
}

/** A line is not so old that the proof before, if it is given, would have it. */
function checkDates({ by_account }, number, before_ms) {
  if (before_ms === undefined) return
  for (const { at } of [...by_account.values()].flat())
    must(
      instant(at, 'the time of a line') + TOLERANCE_MS >= before_ms,
      `a line of proof ${number} is dated before proof ${number - 1}, which does not have it`,
    )
}

/** An award is paid in one proof. Evidence of one proof may be given twice. */
function checkAwardsOnce({ by_account }, number, paid) {
  for (const { no, type, entry_id } of [...by_account.values()].flat()) {
    if (no !== 0 || !AWARD_ENTRIES.has(type)) continue
    const other = paid.get(entry_id) ?? number
    must(other === number, `award ${entry_id} has a line in proof ${other} and another in proof ${number}`)
    paid.set(entry_id, number)
  }
}

/** A device fetches the lines of the proofs between, as long as they are kept. */
function checkWithheld(remembered, number, newest, since) {
  for (let between = Math.max(remembered + 1, newest - MAX_HISTORY); between < number; between += 1)
    must(
      !since.has(between) || since.get(newest) - since.get(between) > TREES_KEPT_MS,
      `the lines of proof ${between} are not there, though the device had them to ask for`,
    )
}

function sayUnknown(unknown, { number, before, newest }) {
  const accounts = `${unknown.length} accounts (${[...new Set(unknown)].join(', ')})`
  if (before?.remembered)
    say(
      `NOT CHECKED: the lines of ${number - before.number - 1} of the ${newest - before.number} proofs since the device's last check, on ${accounts}`,
    )
  else if (before !== undefined)
    say(`NOT CHECKED: the lines between proofs ${before.number} and ${number}, on ${accounts}`)
  else
    say(
      `NOT CHECKED: what was before proof ${number} on ${accounts}, whose first lines are in earlier proofs; give evidence of those, or what a device remembers`,
    )
}

/** An award's leaf, from what is shown of it, leads to the root in the statement. */
function checkAwardPath({ entry_id, type, amount, bonus, at }, fields, { index, salt, beside }) {
  must(fields.version === 2, 'this proof has no awards')
  const [minor, bonus_minor] = [minorOf(amount, 'the award'), minorOf(bonus, 'its bonus')]
  const at_ms = instant(at, 'the time of an award')
  must(bonus_minor <= minor, `award ${entry_id} has more bonus than it is`)
  const leaf = sha256(
    Buffer.from([0x13]),
    fields.nonce,
    hex(salt, 16, 'a salt'),
    uuid(entry_id, 'an entry'),
    u64(minor),
    u64(bonus_minor),
    u64(BigInt(at_ms)),
    Buffer.from(text(type, 'the type of an award')),
  )
  must(
    rootOver(fields.nonce, 2, fields.awards, count(index, 'the place of an award'), [leaf], beside) ===
      fields.awards_root,
    `award ${entry_id} leads to another root than that of proof ${fields.number}`,
  )
  must(at_ms <= fields.taken_ms + TOLERANCE_MS, `award ${entry_id} is dated after the proof that has it`)
}

/** What is said of an award that is in no proof given, unless the proofs that are given contradict it. */
function promised(number, at_ms, all) {
  if (number === null) {
    const had = all.find(({ version, taken_ms }) => version === 2 && taken_ms + TOLERANCE_MS < at_ms)
    must(
      had === undefined,
      `an award is dated after proof ${had?.number}, which has awards, and said to be older`,
    )
    must(
      all[0]?.number !== 1 || all[0].version === 1,
      'an award is said to be older than proofs with awards, and proof 1 has them',
    )
    return 'is older than proofs with awards'
  }
  const newest = all.at(-1)
  must(
    newest === undefined || number >= newest.number,
    `an award is said to come in proof ${number}, and proof ${newest?.number} has been made`,
  )
  if (number !== newest?.number) return `will be in proof ${number}`
  must(
    at_ms <= newest.taken_ms + TOLERANCE_MS,
    `an award is dated after proof ${number}, and said to come in it`,
  )
  return `will be in proof ${number}, which was made about then (ask again: GET awards/{entry_id}/proof)`
}

/** A public award: in the proof given, or in none that could have it. */
function checkAward(award, { number, found }, proofs, now_ms) {
  const { entry_id, amount } = award
  uuid(entry_id, 'the entry of an award')
  must(
    minorOf(award.bonus, 'its bonus') <= minorOf(amount, 'the award'),
    'an award has more bonus than it is',
  )
  must(AWARD_ENTRIES.has(award.type), `an award is of another type, ${quoted(award.type)}`)
  must(
    number === null || count(number, 'the proof of an award') > 0,
    'the proof of an award has the number 0',
  )
  const at_ms = instant(award.at, 'the time of an award')
  const all = proofs.map(({ fields }) => fields).sort((a, b) => a.number - b.number)
  const withAwards = all.filter(
    (fields) =>
      fields.version === 2 && !all.some((one) => one.number === fields.number - 1 && one.version === 1),
  )
  const had = withAwards.find((fields) => at_ms + TOLERANCE_MS < fields.taken_ms)
  if (found === null) {
    must(had === undefined, `award ${entry_id} is dated before proof ${had?.number}, and not in it`)
    must(at_ms <= now_ms + TOLERANCE_MS, `award ${entry_id} is dated ${award.at}, which is not yet`)
    say(
      `NOT CHECKED: award ${entry_id} of ${amount}: it is in no proof given; that it ${promised(number, at_ms, all)} is only stated`,
    )
    return
  }
  const { fields } = checkStatement(found.proof)
  must(number === fields.number, `award ${entry_id} is said to be in proof ${number}`)
  checkAwardPath(award, fields, found)
  must(
    had === undefined || had.number >= fields.number,
    `award ${entry_id} is dated before proof ${had?.number}, and only in proof ${fields.number}`,
  )
  say(
    `award ${entry_id} of ${amount} is in proof ${fields.number}, with its bonus and kind; its time, though signed there, and who was paid are only stated`,
  )
}

/** Each award with the proof that it leads to, whichever file came first. */
function checkAwards(awards, award_proofs, checked, now_ms) {
  const left = [...award_proofs]
  for (const award of awards) {
    const own = left.findIndex((one) => one.found !== null && isPathOf(award, one))
    const i =
      own >= 0
        ? own
        : Math.max(
            0,
            left.findIndex(({ found }) => found === null),
          )
    const [proof] = left.splice(i, 1)
    checkAward(award, proof, checked, now_ms)
  }
}

function isPathOf(award, { found }) {
  try {
    checkAwardPath(award, checkStatement(found.proof).fields, found)
    return true
  } catch (error) {
    if (error instanceof Wrong) return false
    throw error
  }
}

function checkLeaves(evidence, fields, member, name) {
  const identity = sha256(Buffer.from([3]), uuid(member, 'the member id'), Buffer.from(name))
  const owed = Object.fromEntries(KINDS.map((kind) => [kind, 0n]))
  const seen = new Set()
  for (const leaf of list(evidence.leaves, 'the leaves')) {
    const { index, kind, part, amount_minor, salt, path } = object(leaf, 'a leaf')
    const what = `leaf ${count(index, 'the place of a leaf')}`
    must(index < fields.leaves, `${what} has no such place`)
    must(MEMBER_KINDS.includes(kind) && [0, 1, 2].includes(part), `${what} is of no kind or part`)
    must(!seen.has(index) && !seen.has(`${kind}${part}`), `${what} comes twice`)
    seen.add(index).add(`${kind}${part}`)
    const amount = whole(amount_minor, what)
    owed[kind] += amount
    let sum = amount
    const tail = [Buffer.from([KINDS.indexOf(kind) + 1, part]), u64(amount)]
    let hash = sha256(Buffer.from([0]), fields.nonce, hex(salt, 16, 'a salt'), identity, ...tail)
    let width = fields.leaves
    let place = index
    for (const [level, beside] of list(path, 'a path').entries()) {
      object(beside, 'a node')
      must(width > 1, `the path of ${what} is too long`)
      const other = {
        sum: whole(beside.sum_minor, `a sum beside ${what}`),
        hash: hex(beside.hash, 32, 'a hash'),
      }
      const right = place % 2 === 0
      if (right && place + 1 === width) {
        const padding = sha256(Buffer.from([2]), fields.nonce, Buffer.from([level]))
        must(other.sum === 0n && other.hash.equals(padding), `the padding beside ${what} is none`)
      }
      const node = [u64(sum), hash]
      const next = [u64(other.sum), other.hash]
      place = Math.floor(place / 2)
      const head = [Buffer.from([1]), fields.nonce, Buffer.from([level + 1]), u32(place)]
      hash = sha256(...head, ...(right ? [...node, ...next] : [...next, ...node]))
      sum += other.sum
      must(sum <= fields.total_minor, `a sum above ${what} is larger than the total`)
      width = Math.ceil(width / 2)
    }
    must(width === 1, `the path of ${what} is too short`)
    must(sum === fields.total_minor, `the path of ${what} leads to another total`)
    must(hash.toString('hex') === fields.root, `the path of ${what} leads to another root`)
  }
  for (const kind of KINDS) {
    if (seen.has(`${kind}0`) || seen.has(`${kind}1`) || seen.has(`${kind}2`))
      must(
        [0, 1, 2].every((part) => seen.has(`${kind}${part}`)),
        `a part of ${kind} is missing`,
      )
    must(owed[kind] <= fields[`${kind}_minor`], `${kind} is more than all members have of it`)
  }
  return owed
}

/** Parts of a file in which evidence may be, and those of them that may be an empty list. */
const PARTS = ['data', 'list', 'evidence', 'history', 'keys', 'between', 'earlier', 'seen']
const MAY_BE_EMPTY = new Set(['history', 'between', 'keys'])
/** What else a file has that the member app saved, or an answer of the API. */
const BESIDE = ['memory', 'member_id', 'username', 'made_at', 'steps', 'cursor']
const OF_PROOF = [
  'statement',
  'signature',
  'hash',
  '_id',
  'number',
  'taken_at',
  'total',
  'leaves',
  'key',
  'audit_proof',
  'heads',
]
const OF_EVIDENCE = ['proof', 'member_id', 'username', 'leaves', 'accounts', 'lines', 'awards', 'since']

/** Collects everything from the files, whichever parts each of them has; nothing in them is passed over in silence. */
function collect(files) {
  const found = { proofs: [], keys: [], evidences: [], memories: [], awards: [], award_proofs: [], asked: [] }
  const others = new Set()
  const only = (value, names) => {
    for (const name of Object.keys(value)) if (!names.includes(name)) others.add(quoted(name))
  }
  const takeList = (value, what) => {
    must(what !== 'keys' || value.length > 0, 'the list of keys is empty')
    if (value.length === 0 && !MAY_BE_EMPTY.has(what))
      throw new Malformed(`${what} is an empty list; leave it out if there is nothing to check in it`)
    for (const one of value) take(one, `an item of ${what}`)
  }
  const take = (value, what) => {
    if (Array.isArray(value)) return takeList(value, what)
    if (typeof value !== 'object' || value === null)
      throw new Malformed(`${what} is ${value === null ? 'null; leave it out' : typeof value}`)
    if ('statement' in value) {
      only(value, OF_PROOF)
      found.proofs.push(value)
    } else if ('key' in value && 'replaces' in value) found.keys.push(value)
    else if ('entry_id' in value && 'bonus' in value) found.awards.push(value)
    else if ('found' in value) {
      found.award_proofs.push(value)
      if (value.found !== null) take(object(value.found, 'the proof of an award').proof, 'its proof')
    } else if ('proof' in value || 'leaves' in value) {
      must(value.leaves !== undefined, 'the evidence has no leaves')
      must(value.proof !== undefined, 'the evidence has no proof')
      only(value, OF_EVIDENCE)
      found.evidences.push(value)
      take(value.proof, 'the proof')
    } else takeParts(value, what)
  }
  const takeParts = (value, what) => {
    const names = Object.keys(value)
    if (![...PARTS, 'memory'].some((name) => names.includes(name)))
      throw new Malformed(
        `${what} has nothing that this program knows${names.length > 0 ? `, but ${names.slice(0, 9).map(quoted).join(', ')}` : ''}`,
      )
    only(value, [...PARTS, ...BESIDE])
    for (const part of PARTS) if (part in value) take(value[part], part)
    const { evidence, seen, between, memory, member_id = evidence?.member_id } = value
    if (seen?.statement !== undefined && evidence?.proof !== undefined)
      found.asked.push({ seen, proof: evidence.proof, between: between !== undefined })
    if ('member_id' in value || 'memory' in value)
      must(isUuid(member_id), 'the file does not say of which member it is')
    must(
      evidence?.member_id === undefined || member_id === undefined || evidence.member_id === member_id,
      'the file is of another member than the evidence in it',
    )
    if (memory === null) throw new Malformed('memory is null; leave it out if the device remembers nothing')
    if (memory !== undefined) found.memories.push({ ...object(memory, 'memory'), member_id })
  }
  for (const file of files) {
    let content
    try {
      content = JSON.parse(readFileSync(file, 'utf8'))
    } catch (error) {
      throw new Malformed(`${file} cannot be read as JSON: ${error.message}`)
    }
    take(content, file)
  }
  if (others.size > 0)
    say(`NOT CHECKED: what this program does not know in the files: ${[...others].slice(0, 20).join(', ')}`)
  return found
}

/** The command line; amounts of the kinds that were given. */
function readOptions() {
  const string = { type: 'string' }
  const kinds = MEMBER_KINDS.map((kind) => [kind, kind.replace('_', '-')])
  const options = { key: string, member: string, name: string, currency: string, now: string }
  for (const [, option] of kinds) options[option] = string
  // A key in base64url may begin with a dash, which would be read as an option.
  const args = process.argv.slice(2)
  const at = args.indexOf('--key')
  if (at !== -1 && at + 1 < args.length) args.splice(at, 2, `--key=${args[at + 1]}`)
  const { values, positionals } = parsed({ args, options, allowPositionals: true })
  const amounts = new Map()
  for (const [kind, option] of kinds) {
    const given = values[option]
    if (given === undefined) continue
    if (!/^[0-9]{1,16}\.[0-9]{2}$/.test(given))
      throw new Usage(`--${option} ${given} is not an amount with two decimals, like 12.50 or 0.00`)
    amounts.set(kind, amountOption(given, option))
  }
  if (values.currency !== undefined && !CURRENCIES.has(values.currency))
    throw new Usage('--currency is USD or EURO')
  const now_ms = values.now === undefined ? Date.now() : instantOption(values.now)
  return { ...values, files: positionals, amounts, now_ms }
}

function amountOption(given, option) {
  try {
    return minorOf(given, `--${option}`)
  } catch (error) {
    throw new Usage(error.message)
  }
}

function instantOption(given) {
  try {
    return instant(given, '--now')
  } catch (error) {
    throw new Usage(error.message)
  }
}

function parsed(config) {
  try {
    return parseArgs(config)
  } catch (error) {
    throw new Usage(error.message)
  }
}

/** A member's evidence; its lines, if its form has them. */
function checkEvidence(evidence, fields, options) {
  const member = options.member ?? text(evidence.member_id, 'member_id')
  const name = options.name ?? text(evidence.username, 'username')
  if (options.member === undefined || options.name === undefined)
    say(`STATED by the evidence: that you are ${quoted(member)} ${quoted(name)}; give --member and --name`)
  const owed = checkLeaves(evidence, fields, member, name)
  if (evidence.leaves.length === 0)
    say(`NOT CHECKED: that nothing was owed; the evidence of proof ${fields.number} has no leaves`)
  else say(`${evidence.leaves.length} leaves lead to the root of proof ${fields.number} and to its total`)
  const of = { owed, member, number: fields.number }
  if (fields.version === 1) {
    say(`NOT CHECKED: the lines of proof ${fields.number}; its form has none`)
    return of
  }
  const lines = checkLines(evidence, fields, { member, name, owed })
  if (lines.count > 0)
    say(`${lines.count} lines lead to the root of proof ${fields.number}, and end in these amounts`)
  else if (lines.known.size > 0)
    say(`the evidence of proof ${fields.number} has no line for its ${lines.known.size} accounts`)
  else say(`NOT CHECKED: that the member had no account; proof ${fields.number} has none of theirs`)
  checkSince(evidence.since, lines, fields, { member, now_ms: options.now_ms })
  return { ...of, lines }
}

/** What has moved since goes on from the proof's balances, after it. It is not signed. */
function checkSince(since, { known, by_account }, { number, taken_ms }, { member, now_ms }) {
  if (since === undefined || since === null) {
    const why = since === null ? 'more than the evidence lists' : 'the evidence does not say'
    say(`NOT CHECKED: what has moved since proof ${number}: ${why}`)
    return
  }
  const now = new Map([...known].map(([id, { version, balance, no }]) => [id, { version, balance, no }]))
  const paid = new Set(awardsOf([...by_account.values()].flat()))
  const available = accountId('member_available', member)
  for (const line of list(since, 'since')) {
    const { account_id, version, entry_id, at, type } = object(line, 'a posting since')
    uuid(account_id, 'an account')
    uuid(entry_id, 'an entry')
    text(type, 'the type of a posting since')
    const amount = signedWhole(line.amount_minor, 'a posting since')
    const after = signedWhole(line.balance_after_minor, 'the balance after a posting since')
    // Another account may be a campaign's that was placed since.
    const no = account_id === available ? 0 : 1
    const before = now.get(account_id) ?? { version: 0, balance: 0n, no }
    must(
      count(version, 'the version of a posting since') === before.version + 1 &&
        after === before.balance + amount,
      `what has moved on account ${account_id} since proof ${number} does not continue it`,
    )
    const at_ms = instant(at, 'the time of a posting since')
    must(at_ms + TOLERANCE_MS >= taken_ms, `a posting since proof ${number} is dated before it`)
    must(at_ms <= now_ms + TOLERANCE_MS, `a posting since proof ${number} is dated ${at}, which is not yet`)
    const posting = { type, amount, after, no: before.no, entry_id }
    checkPosting(posting, account_id)
    for (const award of awardsOf([posting])) {
      must(!paid.has(award), `award ${award} has a line in proof ${number} and another since`)
      paid.add(award)
    }
    now.set(account_id, { version, balance: after, no: before.no })
  }
  if (since.length > 0)
    say(
      `NOT CHECKED: ${since.length} postings since proof ${number}: they continue its balances, but are not signed yet`,
    )
}

/** The awards that lines on the available balance pay. */
const awardsOf = (lines) =>
  lines.filter(({ no, type }) => no === 0 && AWARD_ENTRIES.has(type)).map(({ entry_id }) => entry_id)

/** Of the newest proof; as long as nothing was entered, the currency may still change. */
function checkCurrency(checked, given) {
  const newest = checked.reduce(
    (last, { fields }) => (fields.number > last.number ? fields : last),
    checked[0].fields,
  )
  const { number, currency } = newest
  const empty = newest.version === 1 ? newest.total_minor === 0n : newest.entries === 0
  if (given === undefined || (empty && given !== currency))
    say(`NOT CHECKED: that your screens are in ${currency}, as proof ${number} is (--currency)`)
  else {
    must(given === currency, `proof ${number} is in ${currency}`)
    say(`proof ${number} is in ${currency}, as you say`)
  }
}

/** Two pieces of evidence of one proof have the same leaves. */
function checkCopies(history) {
  const byNumber = new Map()
  for (const { number, owed } of history) {
    const other = byNumber.get(number) ?? owed
    must(
      KINDS.every((kind) => other[kind] === owed[kind]),
      `two pieces of evidence of proof ${number} have different leaves`,
    )
    byNumber.set(number, owed)
  }
}

/** Each of the seven kinds: as the member says, or not compared. */
function checkAmounts({ owed, number }, amounts) {
  for (const kind of MEMBER_KINDS) {
    const given = amounts.get(kind)
    const amount = moneyOf(owed[kind])
    if (given !== undefined) {
      must(given === owed[kind], `${kind} is ${amount} in proof ${number}`)
      say(`${kind} was ${amount} in proof ${number}, as you say`)
    } else if (owed[kind] > 0n) say(`NOT CHECKED: that ${kind} was ${amount}; compare it`)
    else {
      const option = `--${kind.replace('_', '-')} 0.00`
      say(
        `NOT CHECKED: that ${kind} was 0.00, of which there is nothing in the leaves; compare it (${option})`,
      )
    }
  }
}

/** What a device saw last is not later than what it was given then, and what it asked for in between is there. */
function checkAsked(asked, checked) {
  const given = new Set(checked.map(({ fields }) => fields.number))
  for (const { seen, proof, between } of asked) {
    const [from, to] = [seen, proof].map((one) => checkStatement(one).fields.number)
    must(from <= to, `the device has seen proof ${from}, and was given proof ${to} later: a rollback`)
    if (!between) continue
    for (let number = from + 1; number < to; number += 1)
      must(given.has(number), `proof ${number} is missing in the file, though the device asked for it`)
  }
}

function main() {
  const options = readOptions()
  const { proofs, keys, evidences, memories, awards, award_proofs, asked } = collect(options.files)
  if (proofs.length === 0) {
    console.error(
      award_proofs.length === 0
        ? USAGE
        : 'NOTHING CHECKED: that the award is in no proof yet is only stated; give the list of proofs (GET proofs), or ask again after the next one.',
    )
    return 2
  }
  const checked = proofs.map(checkStatement)
  if (checked.length > 0) {
    checkChain(checked, options.now_ms)
    checkAsked(asked, checked)
    checkKeys(checked, options.key, keys)
    checkCurrency(checked, options.currency)
  }
  const members = new Map()
  const ordered = evidences
    .map((evidence) => ({ evidence, fields: checkStatement(evidence.proof).fields }))
    .sort((a, b) => a.fields.number - b.fields.number)
  for (const { evidence, fields } of ordered) {
    const one = checkEvidence(evidence, fields, options)
    members.set(one.member, [...(members.get(one.member) ?? []), one])
  }
  if (members.size > 1 && options.amounts.size > 0)
    throw new Usage('amounts are those of one member, and the evidence is of several')
  if (members.size === 0) say('NOT CHECKED: what any member is owed; no evidence is given')
  for (const { member_id } of memories)
    must(
      members.has(member_id),
      `the file remembers the proofs of ${quoted(member_id)}, of whom there is no evidence`,
    )
  for (const [member, history] of members) {
    checkCopies(history)
    const own = memories.filter(({ member_id }) => member_id === member)
    for (const { number } of own)
      must(
        number <= history.at(-1).number,
        `the device remembers proof ${number}, which is later than all the evidence given`,
      )
    checkHistory(
      history.filter(({ lines }) => lines !== undefined),
      own,
      checked,
    )
    for (const { number } of history.slice(0, -1))
      if (number !== history.at(-1).number)
        say(`NOT CHECKED: the amounts of proof ${number}; only those of the newest are compared`)
    checkAmounts(history.at(-1), options.amounts)
  }
  must(
    awards.length === award_proofs.length,
    'an award comes without its proof, or a proof without its award',
  )
  checkAwards(awards, award_proofs, checked, options.now_ms)
  console.log(STATED)
  say('Everything that was checked is valid. What is NOT CHECKED or STATED above is not proved.')
  return 0
}

try {
  process.exitCode = main()
} catch (error) {
  // Whatever cannot be read as evidence proves nothing.
  const wrong = error instanceof Wrong
  const why = error instanceof Usage ? '' : 'this is no evidence: '
  const message = printable(error.message).slice(0, MAX_MESSAGE_LENGTH)
  console.error(wrong ? `WRONG: ${message}` : `NOTHING CHECKED: ${why}${message}`)
  process.exitCode = wrong ? 1 : 2
}
