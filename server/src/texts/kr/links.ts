import type { LinkTexts } from '../links.ts'

export default {
  demo: '데모: 가상의 광고주이며 실제 돈은 오가지 않습니다',
  sponsored: '광고',
  advertiser: '광고주: {brand}',
  reward: '계속 진행하시면 이 링크를 공유한 회원이 보상을 받습니다.',
  continue_to: '{host} 사이트로 이동',
  privacy: 'IP 주소를 저장하지 않고 방문을 집계합니다.',
  unknown_title: '사용할 수 없는 링크입니다',
  unknown_text: '주소를 끝까지 복사했는지 확인하거나, 공유한 분께 새 링크를 요청해 주세요.',
  ended_title: '종료된 링크입니다',
  ended_text: '이 링크의 오더가 끝나 더 이상 보상이 발생하지 않습니다.',
  retry_title: '잠시만 기다려 주세요',
  retry_text: '지금은 페이지를 열 수 없습니다. 잠시 후 다시 시도해 주세요.',
  retry: '다시 시도',
  disclosure: '광고: 이 링크로 방문하시면 제가 보상을 받습니다.',
} satisfies LinkTexts
