// Verifies a proof of liabilities independently of the product: written from docs/proof.md alone, with Node's crypto
// and fs. Exit code 0: everything given was checked and is valid; 1: something is invalid; 2: nothing to check was
// given.
import { createHash, createPublicKey, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

const USAGE = `node scripts/verify-proof.mjs [options] file…

Each file is JSON as the API answers it or the member app saves it: a member's evidence, one proof, the list of proofs, the
list of keys, an award with its proof, or any of them together. Of two proofs given, the later must continue the earlier one;
of two pieces of evidence of one member, every balance must continue by lines alone.

  --key KEY          the public key you trust (base64url), as you saw it first
  --member ID        your member id   } as you know them yourself;
  --name NAME        your user name   } otherwise they are taken from the evidence and printed
  --available AMOUNT what you had available at that moment, e.g. 12.50
  --held AMOUNT      what withdrawals held at that moment
  --escrow AMOUNT --open-awards AMOUNT --campaign-fees AMOUNT --level-fees AMOUNT
                     the same of your campaigns, the awards you could claim, unearned service fees and your level fee
`

const KINDS = ['available', 'held', 'escrow', 'open_awards', 'campaign_fees', 'level_fees', 'unmatched']
const LIMIT = 2n ** 63n
/** Kinds of accounts, by their numbers in lines from 1, and the kind of liability each belongs to. */
const ACCOUNTS = ['member_available', 'member_held', 'campaign_escrow', 'campaign_fee', 'level_fee']
const KIND_OF = ['available', 'held', 'escrow', 'campaign_fees', 'level_fees']
const OWN_ENTRIES = new Set(['campaign_paid', 'level_bought', 'level_restored', 'withdrawal_requested'])
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
const i64 = (value) => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigInt64BE(value)
  return bytes
}
const uuid = (text, what) => hex(String(text).replaceAll('-', ''), 16, what)
const signedWhole = (text, what) => {
  must(
    typeof text === 'string' && /^(0|-?[1-9][0-9]{0,18})$/.test(text),
    `${what} is not a whole number of minor units`,
  )
  must(BigInt(text) < LIMIT && BigInt(text) >= -LIMIT, `${what} is out of range`)
  return BigInt(text)
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
  const lines = String(text).split('\n')
  const version = /^Fairturn proof of liabilities, version ([12])$/.exec(lines.shift())?.[1]
  must(version !== undefined, 'the first line of the statement is another')
  if (version === '2') names.push(...COVERS)
  names.push(...KINDS.map((kind) => `${kind}_minor`), 'key')
  must(lines.pop() === '' && lines.length === names.length, 'the statement has other lines than it should')
  const fields = {}
  names.forEach((name, i) => {
    must(lines[i].startsWith(`${name}: `), `line ${i + 2} of the statement is not ${name}`)
    fields[name] = lines[i].slice(name.length + 2)
  })
  const counts = version === '2' ? ['entries', 'lines', 'awards', 'audit_events'] : []
  for (const name of ['number', 'leaves', ...counts]) {
    must(/^(0|[1-9][0-9]{0,14})$/.test(fields[name]), `${name} is not a number`)
    fields[name] = Number(fields[name])
  }
  fields.version = Number(version)
  if (version === '2') {
    must(fields.lines < 2 ** 32 && fields.awards < 2 ** 32, 'lines or awards is out of range')
    for (const name of ['lines_root', 'awards_root', 'audit_head', 'audit_root']) hex(fields[name], 32, name)
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
  if (proof.heads !== undefined) {
    must(sha256(Buffer.from(proof.heads)).toString('hex') === fields.heads, 'the list of chains is another')
    const entries = proof.heads.split('\n').reduce((sum, line) => sum + Number(line.split(' ')[1] ?? 0), 0)
    must(fields.version === 1 || entries === fields.entries, 'the chains have another number of entries')
  }
  return { fields, hash, audit_proof: proof.audit_proof }
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
    if (before !== undefined) checkAudit(before.fields, byNumber.get(number))
  }
  return numbers
}

/** The audit log of the proof before is the beginning of this one's: consistency proof of RFC 9162, 2.1.4. */
function checkAudit(before, { fields, audit_proof }) {
  if (before.version === 1) return
  const wrong = `the audit log of proof ${fields.number} does not continue that of proof ${before.number}`
  must(fields.version === 2 && fields.entries >= before.entries, wrong)
  const nodes = (audit_proof ?? []).map((node) => hex(node, 32, 'a node of the audit log'))
  const [from, to] = [before.audit_events, fields.audit_events]
  const [old_root, new_root] = [before, fields].map(({ audit_root }) => hex(audit_root, 32, 'audit_root'))
  const inner = (left, right) => sha256(Buffer.from([0x21]), left, right)
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
function rootOver(nonce, tree, count, first, leaves, beside) {
  must(Number.isInteger(first) && first >= 0 && first + leaves.length <= count, 'a leaf has no such place')
  let nodes = [...leaves]
  let [place, width, used] = [first, count, 0]
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
function checkLines({ accounts, lines }, fields, { member, name, owed }) {
  const known = new Map()
  const sums = Object.fromEntries(KINDS.map((kind) => [kind, 0n]))
  for (const { account_id, kind, holder_id, version, balance_minor } of accounts) {
    const no = ACCOUNTS.indexOf(kind)
    must(no >= 0 && !known.has(account_id), `account ${account_id} is of no kind, or comes twice`)
    must(
      account_id === accountId(kind, holder_id),
      `account ${account_id} is not that of ${kind} ${holder_id}`,
    )
    must(no > 1 || holder_id === member, `account ${account_id} is of somebody else`)
    must(Number.isSafeInteger(version) && version > 0, `account ${account_id} has no postings`)
    const balance = signedWhole(balance_minor, 'a balance')
    known.set(account_id, { no, version, balance })
    sums[KIND_OF[no]] += balance
  }
  for (const kind of KIND_OF)
    must(
      kind === 'escrow' ? sums.escrow >= owed.escrow : sums[kind] === owed[kind],
      `the accounts have ${sums[kind]} ${kind}, the leaves ${owed[kind]}`,
    )
  const salt = hex(lines.salt, 16, 'a salt')
  const identity = sha256(Buffer.from([3]), uuid(member, 'the member id'), Buffer.from(name))
  const by_account = new Map()
  let count = 0
  let place
  for (const { index, list, beside } of lines.pages) {
    must(place === undefined || index === place, 'lines are missing between two pages')
    place = index + list.length
    count += list.length
    const leaves = list.map((line) => {
      const account = known.get(line.account_id)
      must(account !== undefined, `a line is on account ${line.account_id}, which is not there`)
      const entry = {
        version: line.version,
        amount: signedWhole(line.amount_minor, 'the amount of a line'),
        after: signedWhole(line.balance_after_minor, 'the balance of a line'),
        entry_id: line.entry_id,
        type: line.type,
      }
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
        u64(BigInt(Date.parse(line.at))),
        Buffer.from(line.type),
      )
    })
    must(
      rootOver(fields.nonce, 1, fields.lines, index, leaves, beside) === fields.lines_root,
      `lines lead to another root than that of proof ${fields.number}`,
    )
  }
  must(count === lines.count, 'lines are missing')
  const own = new Map()
  for (const [account_id, list] of by_account) {
    const { version, balance } = known.get(account_id)
    list.forEach((line, i) => {
      const before = list[i - 1]
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
      list.at(-1).version === version && list.at(-1).after === balance,
      `account ${account_id} does not end with its last line`,
    )
  }
  for (const [entry_id, sum] of own) must(sum === 0n, `of entry ${entry_id} not every line is there`)
  return { count, known, by_account }
}

/** Every account continues by lines alone: from what a device remembered, or from earlier evidence. */
function checkContinues(before, { known, by_account }, number) {
  for (const [account_id, [version, balance]] of before) {
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
  for (const [account_id, { version }] of known) {
    const [from, balance] = before.get(account_id) ?? [0, 0n]
    if (version === from) continue
    const first = (by_account.get(account_id) ?? []).find((line) => line.version > from)
    must(first?.version === from + 1, `lines of account ${account_id} are missing before proof ${number}`)
    must(
      first.after - first.amount === balance,
      `the balance of account ${account_id} was changed without a line`,
    )
  }
}

const stateOf = (known) =>
  new Map([...known].map(([account_id, { version, balance }]) => [account_id, [version, balance]]))

/** An award leads from what is shown of it to the root in the statement. */
function checkAward({ entry_id, type, amount, bonus, at }, { proof, index, salt, beside }) {
  const { fields } = checkStatement(proof)
  must(fields.version === 2, 'this proof has no awards')
  const leaf = sha256(
    Buffer.from([0x13]),
    fields.nonce,
    hex(salt, 16, 'a salt'),
    uuid(entry_id, 'an entry'),
    u64(minorOf(amount, 'the award')),
    u64(minorOf(bonus, 'its bonus')),
    u64(BigInt(Date.parse(at))),
    Buffer.from(type),
  )
  must(
    rootOver(fields.nonce, 2, fields.awards, index, [leaf], beside) === fields.awards_root,
    `award ${entry_id} leads to another root than that of proof ${fields.number}`,
  )
  return fields.number
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
  const found = { proofs: [], keys: [], evidences: [], memories: [], awards: [], award_proofs: [] }
  const take = (value) => {
    if (Array.isArray(value)) return value.forEach(take)
    if (typeof value !== 'object' || value === null) return
    if (typeof value.statement === 'string' && typeof value.signature === 'string') found.proofs.push(value)
    else if (typeof value.key === 'string' && 'replaces' in value) found.keys.push(value)
    else if (Array.isArray(value.leaves) && value.proof !== undefined) {
      found.evidences.push(value)
      take(value.proof)
    } else if (typeof value.entry_id === 'string' && typeof value.bonus === 'string') found.awards.push(value)
    else if (value.found?.proof !== undefined) {
      found.award_proofs.push(value.found)
      take(value.found.proof)
    } else {
      if (typeof value.memory === 'object' && value.memory !== null) found.memories.push(value.memory)
      const parts = ['data', 'list', 'evidence', 'earlier', 'history', 'proof', 'keys', 'between', 'seen']
      for (const part of parts) take(value[part])
    }
  }
  for (const file of files) take(JSON.parse(readFileSync(file, 'utf8')))
  return found
}

function main() {
  const text = { type: 'string' }
  const amounts = KINDS.slice(0, -1).map((kind) => [kind, kind.replace('_', '-')])
  const options = { key: text, member: text, name: text }
  for (const [, option] of amounts) options[option] = text
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  const { proofs, keys, evidences, memories, awards, award_proofs } = collect(positionals)
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
  console.log(`proofs ${checkChain(checked).join(', ')} follow one another, and so do their audit logs`)
  const ordered = evidences
    .map((evidence) => ({ evidence, fields: checkStatement(evidence.proof).fields }))
    .sort((a, b) => a.fields.number - b.fields.number)
  const states = new Map()
  for (const [i, { evidence, fields }] of ordered.entries()) {
    const member = values.member ?? evidence.member_id
    const name = values.name ?? evidence.username
    if (values.member === undefined || values.name === undefined)
      console.log(`taken from the evidence: ${member} ${name}`)
    const owed = checkLeaves(evidence, fields, member, name)
    console.log(
      `${evidence.leaves.length} leaves lead to the root of proof ${fields.number} and to its total`,
    )
    for (const kind of KINDS) if (owed[kind] > 0n) console.log(`  ${kind}: ${owed[kind]} minor units`)
    if (fields.version === 2 && evidence.lines !== undefined && evidence.accounts) {
      const lines = checkLines(evidence, fields, { member, name, owed })
      console.log(`${lines.count} lines lead to the root of proof ${fields.number}, and end in these amounts`)
      const before = states.get(member)
      const remembered = memories.filter(
        ({ number }) => number === fields.number - 1 || (before === undefined && number < fields.number),
      )
      if (before?.number === fields.number - 1) checkContinues(before.state, lines, fields.number)
      else if (before !== undefined)
        console.log(`NOT CHECKED: the lines between proofs ${before.number} and ${fields.number}`)
      for (const { accounts } of remembered)
        checkContinues(
          new Map(
            Object.entries(accounts).map(([account_id, [version, balance]]) => [
              account_id,
              [version, signedWhole(balance, 'a remembered balance')],
            ]),
          ),
          lines,
          fields.number,
        )
      if (before?.number === fields.number - 1 || remembered.length > 0)
        console.log('every balance continues the one before by lines alone')
      states.set(member, { number: fields.number, state: stateOf(lines.known) })
    } else if (fields.version === 2)
      console.log(`NOT CHECKED: the lines of proof ${fields.number}, which are not there`)
    if (i < ordered.length - 1) continue
    for (const [kind, option] of amounts) {
      const given = values[option]
      if (given !== undefined)
        must(minorOf(given, kind) === owed[kind], `${kind} is ${owed[kind]} in the proof`)
      else if (owed[kind] > 0n || kind === 'available' || kind === 'held')
        console.log(`NOT CHECKED: that ${kind} was ${owed[kind]}; compare it`)
    }
  }
  must(
    awards.length === award_proofs.length,
    'an award comes without its proof, or a proof without its award',
  )
  for (const [i, award] of awards.entries())
    console.log(
      `award ${award.entry_id} of ${award.amount} is in proof ${checkAward(award, award_proofs[i])}`,
    )
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
