// Statements for bench/statement.ts: valid ones, and hostile ones.

export const IBAN = 'FR1420041010050500013M02606'
const DAY = new Date().toISOString().slice(0, 10)

export interface Line {
  readonly minor: number
  readonly text: string
}

const decimal = (minor: number): string => (Math.abs(minor) / 100).toFixed(2)
const side = (minor: number): string => (minor < 0 ? 'DBIT' : 'CRDT')

/** A camt.053 file with one statement; the opening balance is zero by default. */
export function camt053(
  id: string,
  lines: readonly Line[],
  { day = DAY, opening = 0 }: { day?: string; opening?: number } = {},
): string {
  const sum = lines.reduce((total, { minor }) => total + minor, 0)
  const balance = (code: string, minor: number) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="USD">${decimal(minor)}</Amt><CdtDbtInd>${side(minor)}</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`
  const entries = lines.map(
    ({ minor, text }, i) =>
      `<Ntry><Amt Ccy="USD">${decimal(minor)}</Amt><CdtDbtInd>${side(minor)}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>` +
      `<BookgDt><Dt>${day}</Dt></BookgDt><ValDt><Dt>${day}</Dt></ValDt><AcctSvcrRef>${id}-${i}</AcctSvcrRef>` +
      `<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn></BkTxCd><NtryDtls><TxDtls>` +
      `<Refs><AcctSvcrRef>${id}-${i}</AcctSvcrRef><EndToEndId>NOTPROVIDED</EndToEndId></Refs>` +
      `<Amt Ccy="USD">${decimal(minor)}</Amt><CdtDbtInd>${side(minor)}</CdtDbtInd>` +
      `<RltdPties><${minor < 0 ? 'Cdtr' : 'Dbtr'}><Pty><Nm>Nguyen Van ${i}</Nm></Pty></${minor < 0 ? 'Cdtr' : 'Dbtr'}></RltdPties>` +
      `<RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`,
  )
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>` +
    `<GrpHdr><MsgId>M-${id}</MsgId></GrpHdr><Stmt><Id>${id}</Id><Acct><Id><IBAN>${IBAN}</IBAN></Id></Acct>` +
    `${balance('OPBD', opening)}${balance('CLBD', opening + sum)}${entries.join('')}</Stmt></BkToCstmrStmt></Document>`
  )
}

/** Hostile files, by what is wrong with them. */
export const hostileFiles = (): [name: string, content: string][] => {
  const good = camt053('HOSTILE', [{ minor: 100, text: 'x' }])
  const attributes = Array.from({ length: 300_000 }, (_, i) => `a${i}="x"`).join(' ')
  return [
    ['300 000 attributes', good.replace('<Ntry>', `<Ntry ${attributes}>`)],
    ['5 000 000 elements', good.replace('<Ntry>', `<Ntry>${'<a/>'.repeat(4_900_000)}`)],
    ['100 000 levels', good.replace('<Ntry>', `<Ntry>${'<x>'.repeat(100_000)}${'</x>'.repeat(100_000)}`)],
    ['one text of 19 MB', good.replace('>x<', `>${'y'.repeat(19_000_000)}<`)],
    ['a comment of 19 MB', good.replace('<Ntry>', `<!--${'y'.repeat(19_000_000)}--><Ntry>`)],
    ['entities', good.replace('?>', '?><!DOCTYPE a [<!ENTITY b "lol">]>')],
  ]
}
