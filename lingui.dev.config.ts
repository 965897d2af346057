// Only for the development server: a text that is not translated yet is shown in English instead of not at all.
import config from './lingui.config.ts'

export default { ...config, fallbackLocales: { default: 'en' } }
