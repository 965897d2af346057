// Settings, levels and their history, in English. config.vi.ts has the same keys, or it does not compile.

export const configEn = {
  versions: {
    title: 'History',
    none: 'Nobody has changed this yet.',
    number: 'Version %{number}',
    holds: 'Holds now',
    nobody: 'as it was before the first change',
    approved_by: 'approved by %{who}',
    restored_from: 'brings back version %{number}',
    restore: 'Restore version %{number}',
    restore_this: 'Restore',
    restore_why: 'It becomes a new version; nothing is deleted. The same rules hold as for any change.',
    no_difference: 'No difference in what is shown.',
    nothing: 'nothing',
  },
}
