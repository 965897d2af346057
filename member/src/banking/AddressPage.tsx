import { useLingui } from '@lingui/react/macro'
import { Page } from '../shell/Page.tsx'
import { paths } from '../shell/paths.ts'
import { AddressEditor } from './AddressForm.tsx'

export default function AddressPage() {
  const { t } = useLingui()
  return (
    <Page title={t`Your address`} back={paths.individual}>
      <AddressEditor />
    </Page>
  )
}
