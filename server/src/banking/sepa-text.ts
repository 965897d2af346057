// Texts that every bank of SEPA takes: the Latin characters of EPC217-08, nothing else. It must never change an account number.

// What Unicode does not take apart into a letter and its mark.
const LETTERS: Readonly<Record<string, string>> = {
  đ: 'd', Đ: 'D', ð: 'd', Ð: 'D', ø: 'o', Ø: 'O', ł: 'l', Ł: 'L', ß: 'ss', æ: 'ae', Æ: 'AE', œ: 'oe', Œ: 'OE',
  þ: 'th', Þ: 'TH', ħ: 'h', Ħ: 'H', ı: 'i', '&': '+', '’': "'", '‘': "'", '–': '-', '—': '-', _: '-',
} // prettier-ignore

// Serbian and Russian letters as they are transcribed in Latin; whoever banks in SEPA has such a name there already.
const CYRILLIC: Readonly<Record<string, string>> = {
  а: 'a', б: 'b', в: 'v', г: 'g', д: 'd', ђ: 'dj', е: 'e', ж: 'z', з: 'z', и: 'i', ј: 'j', к: 'k', л: 'l', љ: 'lj',
  м: 'm', н: 'n', њ: 'nj', о: 'o', п: 'p', р: 'r', с: 's', т: 't', ћ: 'c', у: 'u', ф: 'f', х: 'h', ц: 'c', ч: 'c',
  џ: 'dz', ш: 's', щ: 'sc', ъ: '', ы: 'y', ь: '', э: 'e', ю: 'ju', я: 'ja', ё: 'e', й: 'j',
} // prettier-ignore

/**
 * The text in those characters, at most so many: marks are left off, known letters transcribed, all others become a dot. No
 * slash stands first or last and no two together, which EPC217-08 forbids.
 */
export function sepaText(text: string, longest: number): string {
  const plain = Array.from(text.normalize('NFKD').replace(/\p{M}/gu, ''), toLatin).join('')
  return plain
    .replace(/[^a-zA-Z0-9/\-?:().,'+ ]/g, '.')
    .replace(/\/{2,}/g, '/')
    .replace(/\s+/g, ' ')
    .slice(0, longest)
    .replace(/^[/ ]+|[/ ]+$/g, '')
}

function toLatin(letter: string): string {
  const own = LETTERS[letter] ?? CYRILLIC[letter]
  if (own !== undefined) return own
  const lower = CYRILLIC[letter.toLowerCase()]
  return lower === undefined ? letter : lower.charAt(0).toUpperCase() + lower.slice(1)
}

/** Whether every letter of a name can be written in those characters, so that a payment to it says who is meant. */
export const canBeLatin = (name: string): boolean =>
  !/[^\P{L}a-zA-Z]/u.test(Array.from(name.normalize('NFKD').replace(/\p{M}/gu, ''), toLatin).join(''))

/** Whether a name in those characters still says anything. */
export const saysAnything = (text: string): boolean => /[a-zA-Z0-9]/.test(text)
