import ra from 'ra-language-english'
import { inLanguage } from './language.ts'
import { texts } from './texts.ts'

const { navigation } = ra.ra
export default {
  ...inLanguage(texts, 0),
  ra: {
    ...ra.ra,
    navigation: {
      ...navigation,
      no_results: 'Nothing here yet.',
      no_filtered_results: 'Nothing matches these filters.',
    },
  },
}
