import { Card } from '@fairturn/ui/Card.tsx'
import { Icon } from '@fairturn/ui/Icon.tsx'
import { Row } from '@fairturn/ui/Row.tsx'
import { useLingui } from '@lingui/react/macro'
import { paths } from '../paths.ts'

export function PlaceRow() {
  const { t } = useLingui()
  return (
    <Card className="mt-6">
      <Row
        href={paths.campaigns}
        leading={<Icon name="share" className="text-action" />}
        title={t`Place a campaign`}
        detail={t`Get verified visits to your website`}
      />
    </Card>
  )
}
