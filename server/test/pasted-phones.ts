// +33 6 12 34 56 01 as pages, address books and keyboards write it.

export const PASTED_PHONES: readonly (readonly [string, string])[] = [
  ['no-break spaces', '+33\u00a06\u00a012\u00a034\u00a056\u00a001'],
  ['narrow no-break spaces', '+33\u202f6\u202f12\u202f34\u202f56\u202f01'],
  ['thin and figure spaces', '+33\u20096\u200912\u200734\u200756\u200701'],
  ['ideographic spaces', '+33\u30006\u300012\u300034\u300056\u300001'],
  ['Ogham and mathematical spaces', '+33\u16806\u168012\u205f34\u205f56\u205f01'],
  ['a tab', '+33\t612345601'],
  ['a byte order mark', '\ufeff+33 6 12 34 56 01'],
  ['zero-width marks', '\u200b+33\u200c6 12\u2060 34 56\u00ad 01\u200d'],
  ['isolates of direction', '\u2066+33 6 12 34 56 01\u2069'],
  ['a full-width plus', '＋33 6 12 34 56 01'],
  ['a small plus', '﹢33 6 12 34 56 01'],
  ['full-width digits and Japanese vowel marks', '＋３３ー６ー１２ー３４ー５６ー０１'],
  ['hyphens and no-break hyphens', '+33\u20106\u201012\u201134\u201156\u201101'],
  ['figure, en, em and long dashes', '+33\u20126\u201312\u201434\u201556\u201301'],
  ['minus signs', '+33\u22126\u221212\u221234\u221256\u221201'],
  ['middle dots', '+33 6·12·34・56•01'],
]
