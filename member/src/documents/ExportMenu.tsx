import { separatorFor } from '@fairturn/contract/csv'
import { LANGUAGES } from '@fairturn/contract/locales'
import { Menu } from '@fairturn/ui/Menu.tsx'
// Menu of exports of a history: the list with the current filters, and the statement of its period.
import { useLingui } from '@lingui/react/macro'
import { download } from '../shell/client.ts'
import { deviceZone } from '../shell/device.ts'
import { fileName, periodOnWire, type Period } from '../shell/history/period.ts'
import { useAction } from '../shell/useAction.ts'
import { useLocale } from '../shell/useSession.ts'
import { saveFile } from './save-file.ts'

export interface ExportedList {
  /** The API call that returns the file. */
  path:
    | 'deposit-history.csv'
    | 'withdraw-history.csv'
    | 'list-product-completed.csv'
    | 'list-product.csv'
    | 'invoices/export'
  /** Prefix of the file name. */
  name: string
  state?: string
  /** Whether the call takes days, and no state. */
  by_day?: true
}

interface ExportMenuProps {
  /** Absent while the list is empty. */
  list?: ExportedList | undefined
  /** Whether the account statement is among the files. */
  statement?: boolean
  period: Period
}

interface SavedFile {
  path: string
  name: string
}

export function ExportMenu({ list, statement = false, period }: ExportMenuProps) {
  const { t } = useLingui()
  const separator = separatorFor(LANGUAGES[useLocale()].tag)
  const fetching = useAction({
    run: async (file: SavedFile) => ({ file, blob: await download(file.path) }),
    onDone: ({ file, blob }) => saveFile(blob, file.name),
  })
  const wirePeriod = periodOnWire(period)
  const files: (SavedFile & { label: string })[] = []
  if (list) {
    const { path, name, by_day, state = '' } = list
    const days = Object.fromEntries(Object.entries(period).filter(([, day]) => day !== ''))
    const chosen = by_day ? days : { ...(state && { state }), ...wirePeriod }
    files.push({
      label: t`This list (CSV)`,
      path: `${path}?${new URLSearchParams({ ...chosen, separator })}`,
      name: fileName([name, state].filter(Boolean).join('-'), period, 'csv'),
    })
  }
  if (statement) {
    files.push(
      {
        label: t`Statement (PDF)`,
        path: `statements.pdf?${new URLSearchParams({ ...wirePeriod, ...deviceZone() })}`,
        name: fileName('statement', period, 'pdf'),
      },
      {
        label: t`Statement (CSV)`,
        path: `statements/export?${new URLSearchParams({ format: 'csv', ...wirePeriod, separator })}`,
        name: fileName('statement', period, 'csv'),
      },
    )
  }
  if (files.length === 0) return null
  return (
    <Menu
      icon="download"
      label={t({ message: 'Export', context: 'save a list or a statement as a file' })}
      busy={fetching.busy}
      items={files.map(({ label, ...file }) => ({ label, onChoose: () => fetching.start(file) }))}
    />
  )
}
