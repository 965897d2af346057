// The list as it is shown, filters and all, as a table.
import { useLingui } from '@lingui/react/macro'
import { FileButton } from './FileButton.tsx'
import { fileName, periodOnWire, type Period } from './period.ts'

interface ListButtonProps {
  /** The call that answers with it. */
  path: 'deposit-history.csv' | 'withdraw-history.csv' | 'list-product-completed.csv' | 'list-product.csv'
  /** What the file's name begins with. */
  name: string
  state?: string
  period: Period
}

export function ListButton({ path, name, state = '', period }: ListButtonProps) {
  const { t } = useLingui()
  const query = new URLSearchParams({ ...(state && { state }), ...periodOnWire(period) })
  return (
    <div className="mt-4 grid">
      <FileButton
        label={t`Download CSV`}
        path={`${path}?${query}`}
        name={fileName([name, state].filter(Boolean).join('-'), period, 'csv')}
      />
    </div>
  )
}
