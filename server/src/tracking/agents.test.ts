// Real user agents: fetchers and crawlers are refused, people's browsers are not.
import crawlers from 'crawler-user-agents'
import { describe, expect, test } from 'vitest'
import { refusedFetch, refusedForm } from './agents.ts'

const judged = (agent: string) =>
  refusedFetch({ method: 'GET', headers: { 'user-agent': agent, 'accept-language': 'vi' } })

const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0'
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const WEBVIEW =
  'Mozilla/5.0 (Linux; Android 14; SM-A546E Build/UP1A.231005.007; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/141.0.7390.43 Mobile Safari/537.36'

const PEOPLE = [
  `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36`,
  `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${CHROME} Safari/537.36`,
  `Mozilla/5.0 (X11; Linux x86_64) ${CHROME} Safari/537.36`,
  `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${CHROME} Safari/537.36`,
  `Mozilla/5.0 (Linux; Android 10; K) ${CHROME} Mobile Safari/537.36`,
  `Mozilla/5.0 (Linux; Android 10; K) ${CHROME} Safari/537.36`,
  `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36 Edg/141.0.3537.57`,
  `Mozilla/5.0 (Linux; Android 10; K) ${CHROME} Mobile Safari/537.36 EdgA/141.0.3537.57`,
  `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36 OPR/122.0.0.0`,
  `Mozilla/5.0 (Linux; Android 10; K) ${CHROME} Mobile Safari/537.36 OPR/91.0.0.0`,
  `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36 Vivaldi/7.5.3735.54`,
  `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} YaBrowser/25.8.0.0 Safari/537.36`,
  `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36 coc_coc_browser/141.0.0`,
  `Mozilla/5.0 (Linux; Android 13; SM-G991B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
  `Mozilla/5.0 (Linux; U; Android 13; vi-vn; Redmi Note 12 Build/TKQ1.221114.001) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/112.0.5615.136 Mobile Safari/537.36 XiaoMi/MiuiBrowser/14.4.0-g`,
  `Mozilla/5.0 (Linux; U; Android 14; vi-VN; CPH2481 Build/UKQ1.230924.001) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/123.0.6312.80 Mobile Safari/537.36 HeyTapBrowser/45.11.4.1`,
  `Mozilla/5.0 (Linux; Android 12; vivo 1906; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/87.0.4280.141 Mobile Safari/537.36 VivoBrowser/11.8.0.0`,
  `Mozilla/5.0 (Linux; Android 12; HarmonyOS; NOH-AN00) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/114.0.5735.196 HuaweiBrowser/15.0.4.312 Mobile Safari/537.36`,
  `Mozilla/5.0 (Linux; U; Android 11; en-US; RMX2185 Build/RP1A.200720.011) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0.4896.58 UCBrowser/13.7.8.1319 Mobile Safari/537.36`,
  `Mozilla/5.0 (Linux; Android 10; K) ${CHROME} Mobile Safari/537.36 Brave/141`,
  `Mozilla/5.0 (Linux; Android 10; K) ${CHROME} Mobile Safari/537.36 (Ecosia android@141.0.7390.43)`,
  `Mozilla/5.0 (Linux; Android 13) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/118.0.0.0 Mobile DuckDuckGo/5 Safari/537.36`,
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:144.0) Gecko/20100101 Firefox/144.0',
  'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0',
  'Mozilla/5.0 (Android 14; Mobile; rv:144.0) Gecko/144.0 Firefox/144.0',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15',
  `${IPHONE} Version/18.6 Mobile/15E148 Safari/604.1`,
  `${IPHONE} CriOS/141.0.7390.41 Mobile/15E148 Safari/604.1`,
  `${IPHONE} FxiOS/144.0 Mobile/15E148 Safari/605.1.15`,
  `${IPHONE} EdgiOS/141.0.3537.60 Version/18.0 Mobile/15E148 Safari/604.1`,
  `${IPHONE} GSA/388.0.811331708 Mobile/15E148 Safari/604.1`,
  `${IPHONE} Version/18.6 Mobile/15E148 DuckDuckGo/7 Safari/605.1.15`,
  'Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
  // in-app browsers
  `${WEBVIEW} [FB_IAB/FB4A;FBAV/483.0.0.55.73;]`,
  `${IPHONE} Mobile/15E148 [FBAN/FBIOS;FBAV/483.0.0.37.110;FBBV/657565743;FBDV/iPhone14,5;FBMD/iPhone;FBSN/iOS;FBSV/18.6;FBSS/3;FBID/phone;FBLC/vi_VN;FBOP/5]`,
  `${IPHONE} Mobile/15E148 [FBAN/MessengerForiOS;FBAV/482.0.0.46.110;FBBV/1;FBDV/iPhone14,5]`,
  `${WEBVIEW} Instagram 350.0.0.40.101 Android (34/14; 420dpi; 1080x2106; samsung; SM-A546E; a54x; s5e8835; vi_VN; 651203441)`,
  `${IPHONE} Mobile/15E148 Instagram 350.0.0.19.93 (iPhone14,5; iOS 18_6; vi_VN; vi; scale=3.00; 1170x2532; 650900000)`,
  `${WEBVIEW} Zalo android/12111502 ZaloTheme/light ZaloLanguage/vi`,
  `${IPHONE} Mobile/15E148 Zalo iOS/663 ZaloTheme/dark ZaloLanguage/vi`,
  `${WEBVIEW} musical_ly_2024001030 JsSdk/1.0 NetType/WIFI Channel/googleplay AppName/musical_ly app_version/40.1.3`,
  `${WEBVIEW} trill_410403 BytedanceWebview/d8a21c6`,
  `${IPHONE} Mobile/15E148 Safari Line/15.14.0`,
  `${WEBVIEW} Line/15.14.0/IAB`,
  `${WEBVIEW};KAKAOTALK 2410890`,
  `${IPHONE} Mobile/15E148 KAKAOTALK 10.9.5 (INAPP)`,
  `${IPHONE} Mobile/15E148 NAVER(inapp; search; 2000; 12.13.3; 14PRO)`,
  `${IPHONE} Mobile/15E148 MicroMessenger/8.0.62(0x18003e31) NetType/WIFI Language/zh_CN`,
  `${WEBVIEW} XWEB/1380143 MMWEBSDK/20250503 MicroMessenger/8.0.62.2860(0x28003E35) WeChat/arm64 Weixin NetType/4G Language/zh_CN ABI/arm64`,
  `${IPHONE} Mobile/15E148 Snapchat/13.40.0.45 (like Safari/8620.2.4, panda)`,
  `${WEBVIEW} Viber/25.6.2.0`,
  `${IPHONE} Mobile/15E148 Twitter for iPhone/11.20`,
  `${WEBVIEW} [Pinterest/Android]`,
  `${IPHONE} Mobile/15E148 LinkedInApp/9.31`,
  'Mozilla/5.0 (Linux; Android 9; AFTKA) AppleWebKit/537.36 (KHTML, like Gecko) Silk/126.4.1 like Chrome/126.0.6478.122 Safari/537.36',
  'Mozilla/5.0 (SMART-TV; Linux; Tizen 7.0) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/5.2 Chrome/106.0.5249.126 TV Safari/537.36',
  'Mozilla/5.0 (Linux; Android 6.0; CUBOT MAX) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/72.0.3626.121 Mobile Safari/537.36',
]

const CHAT_PREVIEWS = [
  'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  'facebookexternalhit/1.1;line-poker/1.0',
  'facebookexternalhit/1.1; kakaotalk-scrap/1.0; +https://devtalk.kakao.com/t/scrap/33984',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0',
  'meta-externalfetcher/1.1',
  'WhatsApp/2.24.20.89 A',
  'WhatsApp/2',
  'TelegramBot (like TwitterBot)',
  'Twitterbot/1.0',
  'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
  'Slack-ImgProxy (+https://api.slack.com/robots)',
  'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
  'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)',
  'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5 skype-url-preview@microsoft.com',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/93.0.4577.63 Safari/537.36 Snap URL Preview Service; bot; snapchat; https://developers.snap.com/robots',
  'Mozilla/5.0 (compatible; redditbot/1.0; +http://www.reddit.com/feedback)',
  'Pinterest/0.2 (+https://www.pinterest.com/bot.html)Mozilla/5.0 (compatible; Pinterestbot/1.0; +https://www.pinterest.com/bot.html)',
  'Mastodon/4.4.0 (http.rb/5.3.1; +https://mastodon.social/)',
  'Mozilla/5.0 (compatible; Bluesky Cardyb/1.1; mailto:support@bsky.app)',
  'Mozilla/5.0 (compatible; Embedly/0.2; +http://support.embed.ly/)',
  'Iframely/1.3.1 (+https://iframely.com/docs/about)',
  'Mozilla/5.0 (compatible; vkShare; +http://vk.com/dev/Share)',
  'Viber/13.3.0 CFNetwork/1209 Darwin/20.2.0',
]

const PROGRAMS = [
  '',
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  `Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) ${CHROME} Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)`,
  'Mozilla/5.0 (compatible; Google-InspectionTool/1.0;)',
  'AdsBot-Google (+http://www.google.com/adsbot.html)',
  'Mediapartners-Google',
  'GoogleOther',
  'FeedFetcher-Google; (+http://www.google.com/feedfetcher.html)',
  'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)',
  `Mozilla/5.0 (Macintosh; intel mac os x 10_14_6) ${CHROME} Safari/537.36 Chrome-Lighthouse`,
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) Chrome/116.0.1938.76 Safari/537.36',
  'Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)',
  'Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)',
  'Mozilla/5.0 (compatible; coccocbot-web/1.0; +http://help.coccoc.com/searchengine)',
  'Mozilla/5.0 (compatible; DuckDuckBot-Https/1.1; https://duckduckgo.com/duckduckbot)',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.1.1 Safari/605.1.15 (Applebot/0.1; +http://www.apple.com/go/applebot)',
  'Mozilla/5.0 (Linux; Android 7.0;) AppleWebKit/537.36 (KHTML, like Gecko) Mobile Safari/537.36 (compatible; PetalBot;+https://webmaster.petalsearch.com/site/petalbot)',
  'Mozilla/5.0 (Linux; Android 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Mobile Safari/537.36 (compatible; Bytespider; spider-feedback@bytedance.com)',
  'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)',
  'Mozilla/5.0 (compatible; SemrushBot/7~bl; +http://www.semrush.com/bot.html)',
  'Mozilla/5.0 (compatible; MJ12bot/v1.4.8; http://mj12bot.com/)',
  'Mozilla/5.0 (compatible; DotBot/1.2; +https://opensiteexplorer.org/dotbot; help@moz.com)',
  'Mozilla/5.0 (compatible; BLEXBot/1.0; +http://webmeup-crawler.com/)',
  'Mozilla/5.0 (compatible; DataForSeoBot/1.0; +https://dataforseo.com/dataforseo-bot)',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; ChatGPT-User/1.0; +https://openai.com/bot',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ClaudeBot/1.0; +claudebot@anthropic.com)',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; PerplexityBot/1.0; +https://perplexity.ai/perplexitybot)',
  'CCBot/2.0 (https://commoncrawl.org/faq/)',
  'Mozilla/5.0 (compatible; archive.org_bot +http://archive.org/details/archive.org_bot)',
  'ia_archiver (+http://www.alexa.com/site/help/webmasters; crawler@alexa.com)',
  'Mozilla/5.0 (compatible; Amazonbot/0.1; +https://developer.amazon.com/support/amazonbot)',
  'Mozilla/5.0 (compatible; Yahoo! Slurp; http://help.yahoo.com/help/us/ysearch/slurp)',
  'Mozilla/5.0 (compatible; Yeti/1.1; +http://naver.me/spd)',
  'Sogou web spider/4.0(+http://www.sogou.com/docs/help/webmasters.htm#07)',
  'Mozilla/5.0 (compatible; SeznamBot/4.0; +http://napoveda.seznam.cz/seznambot-intro/)',
  'Mozilla/5.0 (compatible; CensysInspect/1.1; +https://about.censys.io/)',
  'Expanse, a Palo Alto Networks company, searches across the global IPv4 space multiple times per day to identify customers&#39; presences on the Internet.',
  'Mozilla/5.0 (compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)',
  'Pingdom.com_bot_version_1.4_(http://www.pingdom.com/)',
  'Mozilla/5.0 (compatible;Cloudflare-Healthchecks/1.0;+https://www.cloudflare.com/; healthcheck-id: f867e0e43eca7aa4)',
  'ELB-HealthChecker/2.0',
  'kube-probe/1.30',
  `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/141.0.0.0 Safari/537.36`,
  'Mozilla/5.0 (Unknown; Linux x86_64) AppleWebKit/538.1 (KHTML, like Gecko) PhantomJS/2.1.1 Safari/538.1',
  `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36 PTST/250612.190223`,
  `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${CHROME} Safari/537.36 ArchiveBox/0.7.2`,
  `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36 BarracudaSentinel (EE)`,
  'Mozilla/5.0 (compatible; urlscan.io)',
  'curl/8.5.0',
  'Wget/1.21.4',
  'python-requests/2.32.3',
  'Python-urllib/3.12',
  'python-httpx/0.27.0',
  'aiohttp/3.9.5',
  'Scrapy/2.11.2 (+https://scrapy.org)',
  'Go-http-client/1.1',
  'Java/21.0.4',
  'okhttp/4.12.0',
  'Apache-HttpClient/4.5.14 (Java/17.0.12)',
  'axios/1.7.7',
  'node-fetch/1.0 (+https://github.com/bitinn/node-fetch)',
  'undici',
  'node',
  'got (https://github.com/sindresorhus/got)',
  'Ruby',
  'libwww-perl/6.77',
  'GuzzleHttp/7',
  'PostmanRuntime/7.42.0',
  'insomnia/9.3.3',
  'Dart/3.5 (dart:io)',
  'HTTPie/3.2.2',
  'ApacheBench/2.3',
]

describe('agents', () => {
  test.each(PEOPLE)('a person: %s', (agent) => expect(judged(agent)).toBeNull())
  test.each(CHAT_PREVIEWS)('a preview: %s', (agent) => expect(judged(agent)).toBe('preview'))
  test.each(PROGRAMS)('a program: %s', (agent) => expect(judged(agent)).toBe('bot'))
})

/** Current browsers, combined from system, version, and the app that shows the page. */
function browsers(): string[] {
  const systems = [
    'Windows NT 10.0; Win64; x64',
    'Macintosh; Intel Mac OS X 10_15_7',
    'X11; Linux x86_64',
    'X11; CrOS x86_64 14541.0.0',
  ]
  const phones = [
    'SM-A546E Build/UP1A.231005.007',
    'SM-S928B Build/UP1A.231005.007',
    'CPH2481 Build/TP1A.220905.001',
    'Redmi Note 13 Build/TKQ1.221114.001',
    'V2250 Build/TP1A.220624.014',
    'Pixel 9 Build/BP1A.250305.019',
    'CUBOT X70 Build/TP1A.220624.014',
    'M2102J20SG Build/SKQ1.211006.001',
  ]
  const versions = Array.from({ length: 12 }, (_, i) => 132 + i)
  const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
  const chrome = (on: string, rest: string) => `Mozilla/5.0 (${on}) ${webkit} ${rest}`
  const list: string[] = []
  for (const v of versions) {
    for (const system of systems) {
      const desktop = `Chrome/${v}.0.0.0 Safari/537.36`
      list.push(chrome(system, desktop), chrome(system, `${desktop} Edg/${v}.0.${3000 + v}.57`))
      list.push(
        chrome(system, `${desktop} OPR/${v - 16}.0.0.0`),
        chrome(system, `coc_coc_browser/${v}.0.0 ${desktop}`),
      )
      list.push(`Mozilla/5.0 (${system.replace(/_/g, '.')}; rv:${v}.0) Gecko/20100101 Firefox/${v}.0`)
    }
    list.push(`Mozilla/5.0 (Android 15; Mobile; rv:${v}.0) Gecko/${v}.0 Firefox/${v}.0`)
    const reduced = `Linux; Android 10; K`
    const mobile = `Chrome/${v}.0.0.0 Mobile Safari/537.36`
    list.push(
      chrome(reduced, mobile),
      chrome(reduced, `${mobile} EdgA/${v}.0.0.0`),
      chrome(reduced, `${mobile} OPR/91.0.0.0`),
    )
    list.push(chrome(reduced, `SamsungBrowser/${v - 105}.0 ${mobile}`))
    list.push(
      chrome(reduced, `Version/4.0 Chrome/${v}.0.0.0 UCBrowser/13.${v - 125}.0.1319 Mobile Safari/537.36`),
    )
    for (const phone of phones) {
      const view = chrome(
        `Linux; Android 14; ${phone}; wv`,
        `Version/4.0 Chrome/${v}.0.7390.43 Mobile Safari/537.36`,
      )
      list.push(
        view,
        `${view} [FB_IAB/FB4A;FBAV/${v + 350}.0.0.55.73;]`,
        `${view} [FB_IAB/Orca-Android;FBAV/${v + 350}.0.0.55.73;]`,
        `${view} Zalo android/121${v}02 ZaloTheme/light ZaloLanguage/vi`,
        `${view} Line/15.${v - 130}.0/IAB`,
        `${view};KAKAOTALK 24108${v}`,
        `${view} XWEB/1380143 MMWEBSDK/20250503 MicroMessenger/8.0.${v - 80}.2860(0x28003E35) WeChat/arm64 Weixin NetType/4G Language/zh_CN ABI/arm64`,
        `${view} Instagram ${v + 220}.0.0.40.101 Android (34/14; 420dpi; 1080x2106; samsung; SM-A546E; a54x; s5e8835; vi_VN; 651203441)`,
        `${view} musical_ly_20240${v}030 JsSdk/1.0 NetType/WIFI Channel/googleplay AppName/musical_ly app_version/40.1.3`,
        `${view} NAVER(inapp; search; 2000; 12.${v - 120}.3)`,
      )
    }
  }
  for (const os of ['17_7', '18_3', '18_6', '26_0', '26_1']) {
    for (const device of ['iPhone; CPU iPhone OS', 'iPad; CPU OS']) {
      const ios = `Mozilla/5.0 (${device} ${os} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)`
      const version = os.replace('_', '.')
      list.push(
        `${ios} Version/${version} Mobile/15E148 Safari/604.1`,
        `${ios} CriOS/141.0.7390.41 Mobile/15E148 Safari/604.1`,
        `${ios} FxiOS/144.0 Mobile/15E148 Safari/605.1.15`,
        `${ios} EdgiOS/141.0.3537.60 Version/18.0 Mobile/15E148 Safari/604.1`,
        `${ios} Mobile/15E148 [FBAN/FBIOS;FBAV/483.0.0.37.110;FBBV/657565743;FBDV/iPhone14,5;FBMD/iPhone;FBSN/iOS;FBSV/${version};FBLC/vi_VN]`,
        `${ios} Mobile/15E148 Zalo iOS/663 ZaloTheme/dark ZaloLanguage/vi`,
        `${ios} Mobile/15E148 Safari Line/15.14.0`,
        `${ios} Mobile/15E148 KAKAOTALK 10.9.5 (INAPP)`,
        `${ios} Mobile/15E148 MicroMessenger/8.0.62(0x18003e31) NetType/WIFI Language/zh_CN`,
        `${ios} Mobile/15E148`,
      )
    }
    list.push(
      `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/${os.replace('_', '.')} Safari/605.1.15`,
    )
  }
  return list
}

describe('published lists of agents', () => {
  test('at least 99.5 % of real crawlers are refused', () => {
    const instances = crawlers.flatMap((crawler) => crawler.instances)
    expect(instances.length).toBeGreaterThan(2000)
    const passed = instances.filter((agent) => judged(agent) === null)
    expect(passed.length).toBeLessThanOrEqual(instances.length * 0.005)
  })

  test('at most one in a thousand of real browsers is refused', () => {
    const list = browsers()
    expect(new Set(list).size).toBeGreaterThan(1000)
    const refused = list.filter((agent) => judged(agent) !== null)
    expect(refused.length).toBeLessThanOrEqual(list.length * 0.001)
  })
})

describe('the other request headers', () => {
  const agent = PEOPLE[0]!
  const fetched = (headers: Record<string, string>) =>
    refusedFetch({ method: 'GET', headers: { 'user-agent': agent, ...headers } })
  const page = { accept: 'text/html,application/xhtml+xml' }
  const navigation = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }

  test.each([
    ['no headers', {}, 'scanner'],
    ['that accepts anything', { accept: '*/*' }, 'scanner'],
    ['pages accepted, no language: a browser with minimal headers', page, null],
    ['a language', { 'accept-language': 'vi' }, null],
    ['a navigation', navigation, null],
    ['all of them', { ...page, ...navigation, 'accept-language': 'vi' }, null],
    ['a purpose behind an empty one', { ...page, purpose: '', 'x-moz': 'prefetch' }, 'prefetch'],
    ['a purpose behind another', { ...page, 'sec-purpose': 'x', 'x-purpose': 'preview' }, 'preview'],
  ])('a page requested with %s: %s', (_what, headers, reason) => {
    expect(fetched(headers as Record<string, string>)).toBe(reason)
  })

  test.each([
    ['no headers', {}, 'scanner'],
    ['the form’s origin', { origin: 'https://go.example.com' }, null],
    ['the form’s referrer', { referer: 'https://go.example.com/' }, null],
    ['a language', { 'accept-language': 'vi' }, null],
    ['a navigation', navigation, null],
  ])('Continue sent with %s: %s', (_what, headers, reason) => {
    expect(refusedForm({ headers: { 'user-agent': agent, ...headers } })).toBe(reason)
  })
})
