import { useLingui } from '@lingui/react/macro'
import { Page } from '../shell/Page.tsx'
import { paths } from '../shell/paths.ts'
import { BankEditor } from './BankEditor.tsx'

export default function BankInfoPage() {
  const { t } = useLingui()
  return (
    <Page title={t`Bank information`} back={paths.individual}>
      <BankEditor />
    </Page>
  )
}
