// French. The words follow docs/languages.md; every key of ../messages.ts, the same words in braces.
import type { MessageTexts } from '../messages.ts'

const texts: MessageTexts = {
  error_please_try_again: 'Une erreur s’est produite, veuillez réessayer',
  request_is_malformed: 'La demande n’a pas pu être lue. Vérifiez son format et renvoyez-la.',
  field_is_invalid: 'Veuillez vérifier ce champ',
  id_is_invalid: 'L’identifiant n’est pas valide',
  cursor_is_invalid: 'La position dans la liste n’est pas valide. Reprenez depuis le début.',
  language_is_unknown: 'Cette langue n’est pas proposée',
  amount_is_invalid: 'Saisissez un montant comme 1234.50',
  too_many_ids: 'Trop d’éléments à la fois',
  route_is_unknown: 'Il n’y a rien à cette adresse',
  method_is_not_allowed: 'Cette adresse n’accepte pas ce type de demande',
  body_is_too_large: 'Le contenu est trop volumineux pour être envoyé',
  media_type_is_not_supported: 'Envoyez ces données au format JSON',
  too_many_requests: 'Trop de demandes. Veuillez patienter un instant.',
  service_is_busy: 'Le service est très sollicité. Veuillez réessayer dans un instant.',
  idempotency_key_is_required: 'Joignez un Idempotency-Key à cette demande',
  idempotency_key_is_invalid:
    'L’Idempotency-Key doit compter de 8 à 100 lettres, chiffres, tirets (-) ou traits bas (_)',
  idempotency_key_was_used: 'Cet Idempotency-Key a déjà servi à une autre demande',
  token_is_expired: 'Token is Expired',
  token_is_invalid: 'Veuillez vous connecter',
  session_has_ended: 'Cette session est terminée. Veuillez vous reconnecter.',
  refresh_token_is_invalid: 'Cette session est terminée. Veuillez vous reconnecter.',
  not_your_account: 'Cet élément appartient à un autre compte',
  username_is_required: 'Saisissez un nom d’utilisateur',
  username_is_invalid:
    'Le nom d’utilisateur se compose de lettres, chiffres, espaces, points et tirets, avec au moins une lettre',
  username_has_wrong_length: 'Le nom d’utilisateur doit compter de 3 à 30 caractères',
  password_is_required: 'Saisissez un mot de passe',
  password_must_have_at_least_8_characters: 'Le mot de passe doit compter au moins 8 caractères',
  password_is_too_long: 'Le mot de passe doit compter au plus 256 caractères',
  passwords_do_not_match: 'Les mots de passe ne correspondent pas',
  current_password_is_incorrect: 'Le mot de passe actuel est incorrect',
  phone_is_required: 'Saisissez un numéro de téléphone',
  phone_is_invalid: 'Saisissez le numéro de téléphone avec l’indicatif du pays, comme +84 912 345 678',
  code_is_required: 'Saisissez un code d’invitation',
  terms_must_be_agreed: 'Veuillez accepter les conditions',
  username_or_phone_number_already_exists: 'Ce nom d’utilisateur ou ce numéro de téléphone est déjà utilisé',
  the_introduction_code_is_not_correct: 'Le code d’invitation est incorrect',
  username_or_password_is_incorrect: 'Nom d’utilisateur ou mot de passe incorrect',
  too_many_attempts: 'Trop de tentatives. Veuillez patienter quelques minutes.',
  your_account_has_been_locked: 'Votre compte a été verrouillé',
  password_changed_successfully: 'Mot de passe modifié. Les autres sessions ont été déconnectées.',
  one_time_code_is_required:
    'Saisissez le code de votre application d’authentification ou un code de secours',
  one_time_code_is_incorrect: 'Ce code est incorrect ou a déjà servi. Attendez le suivant.',
  one_time_codes_are_already_on: 'Les codes à usage unique sont déjà activés',
  one_time_codes_are_not_on: 'Les codes à usage unique ne sont pas activés',
  one_time_codes_turned_on: 'Codes à usage unique activés. Ils seront demandés à la connexion.',
  one_time_codes_turned_off: 'Codes à usage unique désactivés',
  confirmation_is_required: 'Confirmez avec votre mot de passe ou une clé d’accès',
  passkeys_are_not_available: 'Les clés d’accès ne fonctionnent pas à cette adresse',
  passkey_request_has_expired: 'Le délai est dépassé. Veuillez réessayer.',
  passkey_was_not_accepted:
    'Cette clé d’accès n’a pas été acceptée. Utilisez-en une autre ou votre mot de passe.',
  passkey_is_unknown: 'Cette clé d’accès n’existe pas',
  too_many_passkeys: 'Vous avez 20 clés d’accès. Supprimez-en une que vous n’utilisez plus.',
  passkey_added_successfully: 'Clé d’accès ajoutée',
  passkey_removed_successfully: 'Clé d’accès supprimée. Supprimez-la aussi de votre appareil.',
  name_is_required: 'Saisissez un nom',
  name_is_too_long: 'Un nom compte 60 caractères au plus',
  recovery_code_is_required: 'Saisissez un code de secours',
  username_or_recovery_code_is_incorrect: 'Nom d’utilisateur ou code de secours incorrect',
  link_is_not_valid: 'Ce lien n’est plus valable. Demandez-en un nouveau.',
  email_is_invalid: 'Saisissez une adresse e-mail comme nom@example.com',
  mail_is_not_available: 'L’e-mail n’est pas disponible ici',
  password_set_successfully: 'Mot de passe modifié. Connectez-vous avec le nouveau.',
  recovery_mail_is_on_its_way: 'Si ce compte a une adresse e-mail confirmée, un lien vient d’y être envoyé',
  confirmation_mail_is_on_its_way:
    'Un lien vient d’être envoyé à cette adresse. Ouvrez-le dans les 24 heures.',
  email_confirmed_successfully: 'Adresse e-mail confirmée',
  email_removed_successfully: 'Adresse e-mail supprimée',
  phone_changed_successfully: 'Numéro de téléphone modifié',
  mail_password_subject: 'Choisissez un nouveau mot de passe pour {site}',
  mail_password_text:
    'Bonjour {username},\n\nOuvrez ce lien dans les 30 minutes pour choisir un nouveau mot de passe :\n{link}\n\nSi vous n’avez rien demandé, ne faites rien : votre mot de passe reste le même.',
  mail_email_subject: 'Confirmez votre adresse e-mail pour {site}',
  mail_email_text:
    'Bonjour {username},\n\nOuvrez ce lien dans les 24 heures pour associer cette adresse à votre compte :\n{link}\n\nSi vous n’avez rien demandé, ne faites rien.',
  profile_photo_updated_successfully: 'Photo de profil mise à jour',
  file_is_required: 'Choisissez une image',
  file_is_not_an_image: 'Ce fichier n’est pas une image lisible. Utilisez le format JPEG, PNG, WebP ou AVIF.',
  file_is_too_large: 'L’image ne doit pas dépasser 8 Mo',
  insufficient_balance_to_upgrade: 'Solde insuffisant pour passer à ce niveau',
  you_cannot_upgrade_to_a_level_lower_than_your_current_level:
    'Vous ne pouvez pas passer à un niveau inférieur à votre niveau actuel',
  level_is_unknown: 'Ce niveau n’existe pas',
  level_number: 'Niveau {number}',
  level_update_successful: 'Changement de niveau effectué',
  there_is_no_level_to_give_back: 'Vous n’avez aucun niveau acheté à rendre',
  bonus_and_discount_exceed_the_service_fee:
    'Le bonus le plus élevé et la remise la plus élevée, additionnés, ne doivent pas dépasser les frais de service',
  level_given_back_successfully: 'Le niveau a été rendu. L’argent est disponible.',
  you_have_completed_your_order_today: 'Vous avez utilisé tous vos tours d’aujourd’hui',
  an_order_is_waiting_to_be_started: 'Une mission attend d’être lancée : lancez-la ou rendez-la d’abord',
  no_order_is_available: 'Aucune mission financée n’est disponible pour l’instant. Revenez un peu plus tard.',
  offer_is_no_longer_available:
    'Cette proposition n’est plus disponible. Tirez-en une autre, cela ne coûte aucun tour.',
  order_is_unknown: 'Cette mission n’existe pas',
  order_cannot_be_started: 'Cette mission ne peut plus être lancée',
  order_cannot_be_returned: 'Seule une mission qui n’a pas été lancée peut être rendue',
  order_cannot_be_claimed: 'Cette mission ne peut pas encore être encaissée',
  order_taken_successfully: 'Mission acceptée',
  order_started_successfully: 'Mission en cours de diffusion',
  order_returned_successfully: 'Mission rendue. Votre tour vous est restitué.',
  reward_claimed_successfully: 'Récompense encaissée',
  you_have_an_outstanding_order_please_pay_in_advance:
    'Vous avez une campagne impayée, veuillez la régler d’avance',
  your_account_is_insufficient_please_add_more_money:
    'Votre solde est insuffisant. Veuillez l’approvisionner.',
  order_payment_successful: 'Campagne réglée',
  campaign_is_unknown: 'Cette campagne n’existe pas',
  campaign_cannot_be_paid: 'Cette campagne ne peut plus être réglée',
  campaign_is_not_in_review: 'Cette campagne n’est pas en attente d’examen',
  campaign_cannot_be_paused: 'Seule une campagne en cours peut être mise en pause',
  campaign_cannot_be_resumed: 'Seule une campagne en pause peut être reprise',
  campaign_cannot_be_ended: 'Cette campagne ne peut plus être arrêtée de cette manière',
  field_is_required: 'Veuillez remplir ce champ',
  added_address_information_successfully: 'L’adresse a bien été enregistrée',
  country_is_unknown: 'Choisissez un pays dans la liste',
  added_bank_information_successfully: 'Les coordonnées bancaires ont bien été enregistrées',
  the_bank_does_not_exist: 'Cette banque n’existe pas',
  iban_is_invalid: 'Cet IBAN n’est pas correct. Comparez-le avec celui de votre banque.',
  account_number_is_invalid: 'Un numéro de compte comporte de 4 à 34 lettres et chiffres',
  holder_is_invalid: 'Saisissez le nom du titulaire tel que la banque le connaît',
  deposit_method_is_not_available: 'Ce mode de dépôt n’est pas disponible',
  deposit_announced_successfully: 'Dépôt annoncé. Faites le virement en indiquant la référence.',
  deposit_is_unknown: 'Ce dépôt n’existe pas',
  card_amount_is_out_of_range: 'Par carte, le montant doit être compris entre 1,00 et 999 999,99',
  card_payment_is_not_available_now:
    'Le paiement par carte n’est pas disponible pour l’instant. Rien n’a été débité, veuillez réessayer dans un instant.',
  card_payment_was_declined: 'Le paiement par carte n’a pas abouti, rien n’a été débité',
  deposit_is_settled: 'Ce dépôt est déjà réglé',
  your_account_has_not_reached_the_minimum_balance: 'Votre compte n’a pas atteint le solde minimum',
  please_add_address_before: 'Veuillez d’abord ajouter une adresse',
  withdrawals_wait_after_a_change_of_bank:
    'Après un changement de coordonnées bancaires, les retraits attendent 24 heures',
  withdrawals_wait_for_a_security_check:
    'Les retraits attendent le temps de vérifier que c’est bien vous, 72 heures au plus',
  withdrawal_exceeds_the_available_balance: 'Ce montant dépasse le solde disponible',
  successfully_created_withdrawal_order: 'La demande de retrait a bien été créée',
  withdrawal_cancelled_successfully: 'Retrait annulé. L’argent est de nouveau disponible.',
  withdrawal_is_unknown: 'Ce retrait n’existe pas',
  withdrawal_cannot_be_cancelled: 'Ce retrait ne peut plus être annulé',
  withdrawal_is_in_another_state: 'Ce retrait a changé d’état entre-temps. Consultez-le de nouveau.',
  security_notices_are_always_sent: 'Les notifications de sécurité sont toujours envoyées',
  confirm_an_email_first: 'Confirmez d’abord une adresse e-mail',
  push_subscription_is_not_usable: 'Cet appareil ne peut pas recevoir de notifications push',
  mails_switched_off: 'Vous ne recevrez plus ces e-mails',
  push_text: 'Ouvrez {site} pour lire.',
  mail_notice_text:
    'Bonjour {username},\n\n{text}\n\n{link}\n\n—\nVous recevez cet e-mail parce que les notifications par e-mail sont activées. Pour les désactiver :\n{settings}',
  mail_security_text:
    'Bonjour {username},\n\n{text}\n\n{link}\n\nSi ce n’était pas vous, changez tout de suite votre mot de passe et fermez toutes les autres sessions.\n\n—\nLes e-mails sur la sécurité du compte sont toujours envoyés.',
  notice_welcome_title: 'Bienvenue',
  notice_welcome_text:
    'Nous sommes heureux de vous compter parmi nous. Touchez le bouton rond pour recevoir votre première mission.',
  notice_order_success_title: 'Mission accomplie',
  notice_order_success_text: '{brand} : {award} à encaisser.',
  notice_order_expired_title: 'Mission expirée',
  notice_order_expired_text:
    '{brand} : l’échéance est passée sans visite vérifiée. Cela ne vous a rien coûté.',
  notice_order_review_title: 'Nous examinons une mission',
  notice_order_review_text:
    '{brand} : ses visites paraissent inhabituelles. Sans nouvelle de notre part, elle sera validée d’elle-même sous 72 heures.',
  notice_award_title: 'Récompense encaissée',
  notice_award_text: '{brand} : {award} sur votre solde.',
  notice_level_bought_title: 'Vous êtes maintenant au {level}',
  notice_level_bought_text:
    'Vous avez payé {fee}. Vous pouvez récupérer la totalité de cette somme jusqu’au {until}.',
  notice_level_earned_title: 'Vous avez obtenu le {level}',
  notice_level_earned_text: 'Vos résultats vous donnent droit à ce niveau gratuitement.',
  notice_level_refunded_title: 'Rétractation confirmée',
  notice_level_refunded_text: '{level} rendu le {at}. {refunded} sur votre solde. Référence {reference}.',
  notice_level_fee_returned_title: 'Frais de niveau remboursés',
  notice_level_fee_returned_text: 'Sur les frais du {level}, {refunded} sont revenus sur votre solde.',
  notice_password_changed_title: 'Mot de passe modifié',
  notice_password_changed_text:
    'Toutes les autres sessions ont été déconnectées. Si ce n’était pas vous, contactez immédiatement l’assistance.',
  notice_session_reused_title: 'Une session a été fermée',
  notice_session_reused_text:
    'Sa clé de connexion a servi une deuxième fois, ce qui peut signifier que quelqu’un l’a copiée. Reconnectez-vous ; au moindre doute, changez de mot de passe.',
  notice_one_time_codes_on_title: 'Codes à usage unique activés',
  notice_one_time_codes_on_text:
    'La connexion par mot de passe demande désormais un code. Si ce n’était pas vous, contactez aussitôt l’assistance.',
  notice_one_time_codes_off_title: 'Codes à usage unique désactivés',
  notice_one_time_codes_off_text:
    'Votre mot de passe suffit pour vous connecter. Si ce n’était pas vous, contactez aussitôt l’assistance.',
  notice_recovery_codes_made_title: 'Nouveaux codes de secours',
  notice_recovery_codes_made_text:
    'Ceux que vous aviez ne sont plus valables. Si ce n’était pas vous, contactez aussitôt l’assistance.',
  notice_recovery_code_used_title: 'Un code de secours a été utilisé',
  notice_recovery_code_used_text:
    'Codes restants : {left}. Si ce n’était pas vous, contactez aussitôt l’assistance.',
  notice_passkey_added_title: 'Clé d’accès ajoutée',
  notice_passkey_added_text:
    '{name} permet désormais de se connecter. Si ce n’était pas vous, contactez aussitôt l’assistance.',
  notice_passkey_removed_title: 'Clé d’accès supprimée',
  notice_passkey_removed_text:
    '{name} ne permet plus de se connecter. Si ce n’était pas vous, contactez aussitôt l’assistance.',
  notice_email_changed_title: 'Adresse e-mail confirmée',
  notice_email_changed_text:
    'Votre adresse e-mail est désormais {email}. Si ce n’était pas vous, contactez aussitôt l’assistance.',
  notice_email_removed_title: 'Adresse e-mail supprimée',
  notice_email_removed_text:
    'Un mot de passe oublié ne peut plus être remplacé par e-mail. Si ce n’était pas vous, contactez aussitôt l’assistance.',
  notice_phone_changed_title: 'Numéro de téléphone modifié',
  notice_phone_changed_text:
    'Votre numéro est désormais le {phone}. Si ce n’était pas vous, contactez aussitôt l’assistance.',
  notice_locked_for_conduct_title: 'Votre compte a été verrouillé',
  notice_locked_for_conduct_text:
    'Motif : {reason}. Vous pouvez toujours vous connecter, tout consulter et retirer ce qui vous appartient. Pour contester, contactez l’assistance.',
  notice_locked_for_security_title: 'Votre compte a été verrouillé pour votre sécurité',
  notice_locked_for_security_text:
    'Motif : {reason}. Les retraits attendent, 72 heures au plus, que nous ayons vérifié qu’il s’agit bien de vous. Pour contester, contactez l’assistance.',
  notice_unlocked_title: 'Votre compte est de nouveau ouvert',
  notice_unlocked_text: 'Tout fonctionne comme avant.',
  notice_campaign_finished_title: 'Campagne terminée',
  notice_campaign_finished_text: '{brand} : {refunded} non dépensés sont revenus sur votre solde.',
  notice_campaign_rejected_title: 'Campagne refusée',
  notice_campaign_rejected_text: '{brand} : {reason} {refunded} sont revenus sur votre solde.',
  notice_deposit_credited_title: 'Dépôt reçu',
  notice_deposit_credited_text: '{amount} est sur votre solde. Référence {reference}.',
  notice_deposit_expired_title: 'Dépôt expiré',
  notice_deposit_expired_text:
    'Aucun argent avec la référence {reference} n’est arrivé. Si vous l’avez envoyé, il sera tout de même crédité.',
  notice_deposit_refused_title: 'Dépôt non accepté',
  notice_deposit_refused_text: 'Le dépôt {reference} n’a pas été accepté. Motif : {reason}',
  notice_withdrawal_requested_title: 'Retrait demandé',
  notice_withdrawal_requested_text:
    '{amount} vers {account}. Si ce n’était pas vous, annulez-le et changez aussitôt votre mot de passe.',
  notice_withdrawal_approved_title: 'Retrait approuvé',
  notice_withdrawal_approved_text: '{amount} sera envoyé vers {account}.',
  notice_withdrawal_sent_title: 'Retrait en route',
  notice_withdrawal_sent_text: '{amount} a été envoyé vers {account}. Référence {reference}.',
  notice_withdrawal_paid_title: 'Retrait versé',
  notice_withdrawal_paid_text: '{amount} est arrivé sur {account}.',
  notice_withdrawal_returned_title: 'Retrait revenu',
  notice_withdrawal_returned_text:
    'La banque a renvoyé {amount}. Motif : {reason} L’argent est de nouveau disponible.',
  notice_withdrawal_refused_title: 'Retrait non effectué',
  notice_withdrawal_refused_text:
    '{amount} n’a pas été envoyé. Motif : {reason} L’argent est de nouveau disponible.',
  notice_bank_added_title: 'Coordonnées bancaires enregistrées',
  notice_bank_added_text:
    'Les retraits vont désormais vers {account}. Si ce n’était pas vous, contactez aussitôt l’assistance.',
  notice_bank_changed_title: 'Coordonnées bancaires modifiées',
  notice_bank_changed_text:
    'Les retraits vont désormais vers {account} et attendent jusqu’au {until}. Si ce n’était pas vous, contactez aussitôt l’assistance.',
  account_waits_for_a_security_check:
    'Le temps de vérifier que c’est bien vous, 72 heures au plus, le compte ne peut pas être fermé',
  account_still_has_money:
    'Il reste de l’argent sur votre compte. Retirez-le d’abord, tout montant peut être versé',
  account_has_a_withdrawal_under_way:
    'Un retrait est encore en cours. Attendez que votre banque l’ait reçu, ou annulez-le',
  account_has_a_refundable_level_fee:
    'Des frais de niveau peuvent encore vous être remboursés. Rendez d’abord le niveau',
  account_has_open_orders:
    'Vous avez encore des missions ouvertes. Terminez-les, encaissez-les ou rendez-les d’abord',
  account_has_open_campaigns:
    'Vous avez encore des campagnes qui ne sont pas terminées. Annulez-les, ou attendez leur fin',
  account_closed_successfully: 'Votre compte est fermé et vos données personnelles sont effacées',
}

export default texts
