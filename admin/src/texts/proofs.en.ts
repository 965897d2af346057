// Proofs of liabilities, in English.
export const proofsEn = {
  proofs: {
    what: 'A proof is created every day in the first hour. It publishes the total liabilities, and each member can check that their balance is included. It cannot be changed afterwards.',
    public_page: 'Public page',
    description: 'Verification format',
    program: 'Verification program',
    number: 'No.',
    taken_at: 'Taken',
    made_by: 'Requested by',
    daily: 'every day',
    on_demand: 'an operator',
    leaves: 'Leaves',
    total: 'Total liabilities',
    recomputed: 'Recomputed',
    chained: 'chained',
    not_chained: 'NOT CHAINED',
    signed: 'signed',
    not_signed: 'NOT SIGNED',
    key: 'Key no.',
    statement: 'Statement',
    download: 'Download',
    download_number: 'Download statement of proof no. %{number}',
    closed: 'Members’ leaves are no longer kept',
    make: 'Create proof now',
    make_why:
      'It is signed and published immediately and cannot be withdrawn. It is refused if liabilities do not match the ledger. With many members this takes a while: if there is no response, check the list before you try again.',
    made: 'Proof no. %{number} is signed.',
    replace_key: 'Replace the key',
    replace_key_why:
      'A new key signs from then on. The previous key signs the new one, so members’ devices accept it automatically.',
    key_replaced: 'Key no. %{number} signs from now on.',
  },
}
