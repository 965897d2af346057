// Verifies a proof of liabilities independently of the product: written from docs/proof.md alone, with Node's crypto
// and fs. Exit code 0: everything given was checked and is valid; 1: something is invalid; 2: nothing to check was
// given.
import { createHash, createPublicKey, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

const USAGE = `node scripts/verify-proof.mjs [options] file…

Each file is JSON as the API answers it or the member app saves it: a member's evidence, one proof, the list of proofs, the
list of keys, or any of them together.

  --key KEY          the public key you trust (base64url), as you saw it first
  --member ID        your member id   } as you know them yourself;
  --name NAME        your user name   } otherwise they are taken from the evidence and printed
  --available AMOUNT what you had available at that moment, e.g. 12.50
  --held AMOUNT      what withdrawals held at that moment
`

const KINDS = ['available', 'held', 'escrow', 'open_awards', 'campaign_fees', 'level_fees', 'unmatched']
const LIMIT = 2n ** 63n

class Wrong extends Error {}
const must = (holds, sentence) => {
  if (!holds) throw new Wrong(sentence)
}
const sha256 = (...parts) => createHash('sha256').update(Buffer.concat(parts)).digest()
const hex = (text, bytes, what) => {
  must(
    typeof text === 'string' && /^[0-9a-f]*$/.test(text) && text.length === bytes * 2,
    `${what} is not ${bytes} bytes`,
  )
  return Buffer.from(text, 'hex')
}
const u64 = (value) => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(value)
  return bytes
}
const u32 = (value) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
const whole = (text, what) => {
  must(
    typeof text === 'string' && /^(0|[1-9][0-9]{0,18})$/.test(text),
    `${what} is not a whole number of minor units`,
  )
  must(BigInt(text) < LIMIT, `${what} is too large`)
  return BigInt(text)
}
const minorOf = (money, what) => {
  must(/^[0-9]+\.[0-9]{2}$/.test(money ?? ''), `${what} is not an amount like 12.50`)
  return BigInt(money.replace('.', ''))
}

function signed(key, signature, text) {
  must(/^[\w-]{43}$/.test(key), `the key ${key} is not 32 bytes`)
  must(/^[\w-]{86}$/.test(signature ?? ''), 'a signature is not 64 bytes')
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: key }
  return verify(
    null,
    Buffer.from(text),
    createPublicKey({ key: jwk, format: 'jwk' }),
    Buffer.from(signature, 'base64url'),
  )
}

/** The lines of a statement, in the required order and no others. */
function readStatement(text) {
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
  names.push(...KINDS.map((kind) => `${kind}_minor`), 'key')
  const lines = String(text).split('\n')
  must(
    lines.shift() === 'Fairturn proof of liabilities, version 1',
    'the first line of the statement is another',
  )
  must(lines.pop() === '' && lines.length === names.length, 'the statement has other lines than it should')
  const fields = {}
  names.forEach((name, i) => {
    must(lines[i].startsWith(`${name}: `), `line ${i + 2} of the statement is not ${name}`)
    fields[name] = lines[i].slice(name.length + 2)
  })
  for (const name of ['number', 'leaves']) {
    must(/^(0|[1-9][0-9]{0,9})$/.test(fields[name]), `${name} is not a number`)
    fields[name] = Number(fields[name])
  }
  must(fields.number >= 1 && fields.leaves < 2 ** 32, 'number or leaves is out of range')
  must(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(fields.taken_at), 'taken_at is no instant')
  hex(fields.previous, 32, 'previous')
  hex(fields.root, 32, 'root')
  hex(fields.heads, 32, 'heads')
  fields.nonce = hex(fields.nonce, 16, 'nonce')
  fields.total_minor = whole(fields.total_minor, 'total_minor')
  let sum = 0n
  for (const kind of KINDS) sum += fields[`${kind}_minor`] = whole(fields[`${kind}_minor`], kind)
  must(sum === fields.total_minor, 'the kinds do not add up to the total')
  return fields
}

function checkStatement(proof) {
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
  must(signed(fields.key, proof.signature, proof.statement), 'the signature of the statement is wrong')
  if (proof.heads !== undefined)
    must(sha256(Buffer.from(proof.heads)).toString('hex') === fields.heads, 'the list of chains is another')
  return { fields, hash }
}

/** All keys reachable from the trusted one by endorsements. */
function trustedKeys(first, keys) {
  const trusted = new Set([first])
  for (const { number, key, since, replaces, endorsement } of [...keys].sort((a, b) => a.number - b.number)) {
    if (!trusted.has(replaces) || endorsement === null) continue
    const text = `Fairturn proof key, version 1\nnumber: ${number}\nkey: ${key}\nsince: ${since}\nreplaces: ${replaces}\n`
    must(signed(replaces, endorsement, text), `the key before does not vouch for key ${number}`)
    trusted.add(key)
  }
  return trusted
}

function checkChain(checked) {
  const byNumber = new Map()
  for (const one of checked) {
    const other = byNumber.get(one.fields.number)
    must(
      other === undefined || other.hash === one.hash,
      `two different proofs have the number ${one.fields.number}`,
    )
    byNumber.set(one.fields.number, one)
  }
  const numbers = [...byNumber.keys()].sort((a, b) => a - b)
  for (const number of numbers) {
    const { fields } = byNumber.get(number)
    const before = byNumber.get(number - 1)
    if (number === 1) must(/^0{64}$/.test(fields.previous), 'the first proof names one before it')
    else if (before !== undefined)
      must(fields.previous === before.hash, `proof ${number} does not follow proof ${number - 1}`)
    else if (number !== numbers[0]) throw new Wrong(`proof ${number - 1} is missing`)
  }
  return numbers
}

function checkLeaves(evidence, fields, member, name) {
  const id = hex(member.replaceAll('-', ''), 16, 'the member id')
  const identity = sha256(Buffer.from([3]), id, Buffer.from(name))
  const owed = Object.fromEntries(KINDS.map((kind) => [kind, 0n]))
  const seen = new Set()
  for (const { index, kind, part, amount_minor, salt, path } of evidence.leaves) {
    const what = `leaf ${index}`
    must(Number.isInteger(index) && index >= 0 && index < fields.leaves, `${what} has no such place`)
    must(
      KINDS.indexOf(kind) >= 0 && kind !== 'unmatched' && [0, 1, 2].includes(part),
      `${what} is of no kind or part`,
    )
    must(!seen.has(index) && !seen.has(`${kind}${part}`), `${what} comes twice`)
    seen.add(index).add(`${kind}${part}`)
    const amount = whole(amount_minor, what)
    owed[kind] += amount
    let sum = amount
    const tail = [Buffer.from([KINDS.indexOf(kind) + 1, part]), u64(amount)]
    let hash = sha256(Buffer.from([0]), fields.nonce, hex(salt, 16, 'a salt'), identity, ...tail)
    let width = fields.leaves
    let place = index
    for (const [level, beside] of path.entries()) {
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

/** Collects everything from the files, whichever parts each of them has. */
function collect(files) {
  const found = { proofs: [], keys: [], evidences: [] }
  const take = (value) => {
    if (Array.isArray(value)) return value.forEach(take)
    if (typeof value !== 'object' || value === null) return
    if (typeof value.statement === 'string' && typeof value.signature === 'string') found.proofs.push(value)
    else if (typeof value.key === 'string' && 'replaces' in value) found.keys.push(value)
    else if (Array.isArray(value.leaves) && value.proof !== undefined) {
      found.evidences.push(value)
      take(value.proof)
    } else
      for (const part of ['data', 'list', 'evidence', 'proof', 'keys', 'between', 'seen']) take(value[part])
  }
  for (const file of files) take(JSON.parse(readFileSync(file, 'utf8')))
  return found
}

function main() {
  const text = { type: 'string' }
  const options = { key: text, member: text, name: text, available: text, held: text }
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  const { proofs, keys, evidences } = collect(positionals)
  if (proofs.length === 0) {
    console.error(USAGE)
    return 2
  }
  const checked = proofs.map(checkStatement)
  console.log(`${checked.length} statements have the right form, hash and signature`)
  if (values.key !== undefined) {
    const trusted = trustedKeys(values.key, keys)
    for (const { fields } of checked)
      must(trusted.has(fields.key), `proof ${fields.number} is signed by a key you do not trust`)
    console.log('every signing key is the one you trust, or vouched for by it')
  } else console.log(`NOT CHECKED: whose key it is; compare ${checked[0].fields.key}`)
  console.log(`proofs ${checkChain(checked).join(', ')} follow one another`)
  for (const evidence of evidences) {
    const { fields } = checkStatement(evidence.proof)
    const member = values.member ?? evidence.member_id
    const name = values.name ?? evidence.username
    if (values.member === undefined || values.name === undefined)
      console.log(`taken from the evidence: ${member} ${name}`)
    const owed = checkLeaves(evidence, fields, member, name)
    console.log(
      `${evidence.leaves.length} leaves lead to the root of proof ${fields.number} and to its total`,
    )
    for (const kind of KINDS) if (owed[kind] > 0n) console.log(`  ${kind}: ${owed[kind]} minor units`)
    for (const kind of ['available', 'held']) {
      if (values[kind] === undefined) console.log(`NOT CHECKED: that ${kind} was ${owed[kind]}; compare it`)
      else must(minorOf(values[kind], kind) === owed[kind], `${kind} is ${owed[kind]} in the proof`)
    }
  }
  console.log('Everything given holds.')
  return 0
}

try {
  process.exitCode = main()
} catch (error) {
  // A file that cannot be parsed as evidence proves nothing.
  console.error(
    error instanceof Wrong ? `WRONG: ${error.message}` : `WRONG: this is no evidence: ${error.message}`,
  )
  process.exitCode = 1
}
