// Proofs of liabilities, in English.
export const proofsEn = {
  proofs: {
    what: 'One is made every day, in its first hour. It says to everybody how much is owed to all together; each member checks that theirs is in it. None of it can be changed afterwards.',
    public_page: 'The public page',
    description: 'How it is checked, to the byte',
    program: 'A program that checks it',
    number: 'No.',
    taken_at: 'Taken',
    made_by: 'Asked for by',
    daily: 'every day',
    on_demand: 'an operator',
    leaves: 'Leaves',
    total: 'Owed to all',
    recomputed: 'Recomputed now',
    chained: 'chained',
    not_chained: 'NOT CHAINED',
    signed: 'signed',
    not_signed: 'NOT SIGNED',
    key: 'Key no.',
    statement: 'Statement',
    download: 'Download',
    download_number: 'Download the statement of proof no. %{number}',
    closed: 'Members’ leaves are no longer kept',
    make: 'Make a proof now',
    make_why:
      'It is signed and public at once, and stays. It is refused where what is owed does not add up to the ledger. With many members it takes a while: where no answer comes, look at the list before asking again.',
    made: 'Proof no. %{number} is signed.',
    replace_key: 'Replace the key',
    replace_key_why:
      'From then on a new key signs. The one before vouches for it, so members’ devices follow by themselves.',
    key_replaced: 'Key no. %{number} signs from now on.',
  },
}
