// Written by `npm run generate` from docs/openapi.json. Do not edit.

import { type BinaryBody, type Call, type CallOptions, Noun, type WithIdempotencyKey, type WithIfMatch } from "../call.js";
import type { Pages } from "../pages.js";
import type { Transport } from "../transport.js";
import type {
  AuditList,
  BackgroundOut,
  BannerOut,
  BannerUpdate,
  BroadcastAudit,
  BroadcastCreate,
  BroadcastCreated,
  BroadcastDetail,
  BroadcastList,
  BroadcastOut,
  BroadcastReport,
  BulkCopy,
  BulkCopyOut,
  ButtonCreate,
  ButtonList,
  ButtonOrder,
  ButtonOut,
  ButtonUpdate,
  CanvasColor,
  CanvasColorOut,
  ContentDetail,
  ContentList,
  CopyFrom,
  DeliveryList,
  DesignIn,
  DesignOut,
  DiffOut,
  DomainList,
  DomainOut,
  DomainRegister,
  DomainSpenders,
  DomainStats,
  DryRunOut,
  EffectiveRights,
  ExperimentList,
  FanExplained,
  KeyList,
  KeyMint,
  KeyRotate,
  LandingUi,
  LandingUiOut,
  LinkSpenders,
  LinkToggle,
  MemberCreate,
  MemberList,
  MemberOut,
  MemberUpdate,
  MintedKey,
  OverviewOut,
  PixelList,
  PixelOut,
  PixelPut,
  PixelTest,
  PixelTested,
  PolicySimulate,
  PolicySimulation,
  PresetAssignment,
  PresetFromDomain,
  PresetIn,
  PresetList,
  PresetOut,
  PreviewAsk,
  PreviewOut,
  ProvisionLinks,
  ProvisionedOut,
  PublishOut,
  QrCreate,
  QrList,
  QrOut,
  QrPresetList,
  QrPreview,
  QrUpdate,
  Redriven,
  RequestList,
  RequestRespond,
  RespondedOut,
  Rollback,
  SegmentCreate,
  SegmentList,
  SegmentOut,
  SegmentUpdate,
  Simulation,
  SmartLinkCreate,
  SmartLinkList,
  SmartLinkOut,
  SmartLinkUpdate,
  SourceOut,
  ToggledOut,
  TrackedLinkList,
  VersionList,
  WebhookCreate,
  WebhookDelivery,
  WebhookDeliveryList,
  WebhookList,
  WebhookOut,
  WebhookRedrive,
  WebhookRedriven,
  WebhookRotate,
  WebhookTested,
  WebhookUpdate,
  WebhookWithSecret,
  operations,
} from "./schema.js";

/** Shows the members of an intersection as one list. */
type Flat<T> = { [K in keyof T]: T[K] };

/** Variables of a path are text in the document. The ids of some answers are numbers, and go into it as they are. */
type Path<T> = { [K in keyof T]: string extends T[K] ? T[K] | number : T[K] };

/** The parameters of "List keys". */
export type ApiKeysListParams = Flat<NonNullable<operations["api_keys_list"]["parameters"]["query"]>>;

/** The parameters of "Revoke a key". */
export type ApiKeysRevokeParams = Flat<Path<operations["api_keys_revoke"]["parameters"]["path"]>>;

/** The parameters of "Rotate a key". */
export type ApiKeysRotateParams = Flat<Path<operations["api_keys_rotate"]["parameters"]["path"]>>;

/** The parameters of "List who changed what". */
export type AuditListParams = Flat<NonNullable<operations["audit_list"]["parameters"]["query"]>>;

/** The parameters of "Show the look of a draft". */
export type AppearanceShowParams = Flat<NonNullable<operations["appearance_show"]["parameters"]["query"]>>;

/** The parameters of "Set the canvas colour". */
export type AppearanceCanvasColorSetParams = Flat<NonNullable<operations["appearance_canvas_color_set"]["parameters"]["query"]>>;

/** The parameters of "Choose what draws the page". */
export type AppearanceDesignSetParams = Flat<NonNullable<operations["appearance_design_set"]["parameters"]["query"]>>;

/** The parameters of "Show whether a background was uploaded". */
export type AppearanceSourceShowParams = Flat<NonNullable<operations["appearance_source_show"]["parameters"]["query"]>>;

/** The parameters of "Upload a background picture". */
export type AppearanceSourceUploadParams = Flat<NonNullable<operations["appearance_source_upload"]["parameters"]["query"]>>;

/** The parameters of "Set the look of the page". */
export type AppearanceUiSetParams = Flat<NonNullable<operations["appearance_ui_set"]["parameters"]["query"]>>;

/** The parameters of "List broadcasts". */
export type BroadcastsListParams = Flat<NonNullable<operations["broadcasts_list"]["parameters"]["query"]>>;

/** The parameters of "Show a broadcast". */
export type BroadcastsShowParams = Flat<Path<operations["broadcasts_show"]["parameters"]["path"]>>;

/** The parameters of "List the audit of a broadcast". */
export type BroadcastsAuditParams = Flat<Path<operations["broadcasts_audit"]["parameters"]["path"]>>;

/** The parameters of "Cancel a broadcast". */
export type BroadcastsCancelParams = Flat<Path<operations["broadcasts_cancel"]["parameters"]["path"]>>;

/** The parameters of "Launch a broadcast". */
export type BroadcastsLaunchParams = Flat<Path<operations["broadcasts_launch"]["parameters"]["path"]>>;

/** The parameters of "Pause a broadcast". */
export type BroadcastsPauseParams = Flat<Path<operations["broadcasts_pause"]["parameters"]["path"]>>;

/** The parameters of "Report on a broadcast". */
export type BroadcastsReportParams = Flat<Path<operations["broadcasts_report"]["parameters"]["path"]>>;

/** The parameters of "Resume a broadcast". */
export type BroadcastsResumeParams = Flat<Path<operations["broadcasts_resume"]["parameters"]["path"]>>;

/** The parameters of "Unschedule a broadcast". */
export type BroadcastsUnscheduleParams = Flat<Path<operations["broadcasts_unschedule"]["parameters"]["path"]>>;

/** The parameters of "List buttons". */
export type ButtonsListParams = Flat<Path<operations["buttons_list"]["parameters"]["path"]>>;

/** The parameters of "Create a button". */
export type ButtonsCreateParams = Flat<Path<operations["buttons_create"]["parameters"]["path"]>>;

/** The parameters of "Reorder a segment's buttons". */
export type ButtonsReorderParams = Flat<Path<operations["buttons_reorder"]["parameters"]["path"]>>;

/** The parameters of "Delete a button". */
export type ButtonsDeleteParams = Flat<Path<operations["buttons_delete"]["parameters"]["path"]>>;

/** The parameters of "Change a button". */
export type ButtonsUpdateParams = Flat<Path<operations["buttons_update"]["parameters"]["path"]>>;

/** The parameters of "List content". */
export type ContentListParams = Flat<NonNullable<operations["content_list"]["parameters"]["query"]>>;

/** The parameters of "Show an item of content". */
export type ContentShowParams = Flat<Path<operations["content_show"]["parameters"]["path"]>>;

/** The parameters of "List domains". */
export type DomainsListParams = Flat<NonNullable<operations["domains_list"]["parameters"]["query"]>>;

/** The parameters of "Show a domain". */
export type DomainsShowParams = Flat<Path<operations["domains_show"]["parameters"]["path"]>>;

/** The parameters of "Delete a domain". */
export type DomainsDeleteParams = Flat<Path<operations["domains_delete"]["parameters"]["path"]>>;

/** The parameters of "Copy a whole draft from another domain". */
export type DomainsDraftCopyParams = Flat<Path<operations["domains_draft_copy"]["parameters"]["path"]>>;

/** The parameters of "Show what publishing would change". */
export type DraftsDiffParams = Flat<Path<operations["drafts_diff"]["parameters"]["path"]>>;

/** The parameters of "List the experiments of a live page". */
export type StatisticsExperimentsListParams = Flat<Path<operations["statistics_experiments_list"]["parameters"]["path"]> & NonNullable<operations["statistics_experiments_list"]["parameters"]["query"]>>;

/** The parameters of "Switch a funnel link on or off". */
export type FunnelLinksToggleParams = Flat<Path<operations["funnel_links_toggle"]["parameters"]["path"]>>;

/** The parameters of "List the paying fans of a funnel link". */
export type StatisticsLinkSpendersListParams = Flat<Path<operations["statistics_link_spenders_list"]["parameters"]["path"]> & NonNullable<operations["statistics_link_spenders_list"]["parameters"]["query"]>>;

/** The parameters of "Preview the draft". */
export type DraftsPreviewParams = Flat<Path<operations["drafts_preview"]["parameters"]["path"]> & NonNullable<operations["drafts_preview"]["parameters"]["query"]>>;

/** The parameters of "Provision a failed domain again". */
export type DomainsProvisionParams = Flat<Path<operations["domains_provision"]["parameters"]["path"]>>;

/** The parameters of "Provision a domain's funnel links". */
export type FunnelLinksProvisionParams = Flat<Path<operations["funnel_links_provision"]["parameters"]["path"]>>;

/** The parameters of "Plan a domain's funnel links". */
export type FunnelLinksPlanParams = Flat<Path<operations["funnel_links_plan"]["parameters"]["path"]>>;

/** The parameters of "Publish the draft". */
export type DraftsPublishParams = Flat<Path<operations["drafts_publish"]["parameters"]["path"]>>;

/** The parameters of "Roll back to a version". */
export type DraftsRollbackParams = Flat<Path<operations["drafts_rollback"]["parameters"]["path"]>>;

/** The parameters of "Show what a visitor would get, and why". */
export type DraftsSimulateParams = Flat<Path<operations["drafts_simulate"]["parameters"]["path"]> & NonNullable<operations["drafts_simulate"]["parameters"]["query"]>>;

/** The parameters of "Show a domain's figures". */
export type StatisticsShowParams = Flat<Path<operations["statistics_show"]["parameters"]["path"]> & NonNullable<operations["statistics_show"]["parameters"]["query"]>>;

/** The parameters of "List published versions". */
export type DraftsVersionsListParams = Flat<Path<operations["drafts_versions_list"]["parameters"]["path"]> & NonNullable<operations["drafts_versions_list"]["parameters"]["query"]>>;

/** The parameters of "List banner presets". */
export type BannerPresetsListParams = Flat<NonNullable<operations["banner_presets_list"]["parameters"]["query"]>>;

/** The parameters of "Delete a preset". */
export type BannerPresetsDeleteParams = Flat<Path<operations["banner_presets_delete"]["parameters"]["path"]>>;

/** The parameters of "Change a preset". */
export type BannerPresetsUpdateParams = Flat<Path<operations["banner_presets_update"]["parameters"]["path"]>>;

/** The parameters of "Upload a preset's picture". */
export type BannerPresetsAvatarUploadParams = Flat<Path<operations["banner_presets_avatar_upload"]["parameters"]["path"]>>;

/** The parameters of "Upload a preset's sound". */
export type BannerPresetsSoundUploadParams = Flat<Path<operations["banner_presets_sound_upload"]["parameters"]["path"]>>;

/** The parameters of "List members". */
export type MembersListParams = Flat<NonNullable<operations["members_list"]["parameters"]["query"]>>;

/** The parameters of "Show a member". */
export type MembersShowParams = Flat<Path<operations["members_show"]["parameters"]["path"]>>;

/** The parameters of "Remove a member". */
export type MembersDeleteParams = Flat<Path<operations["members_delete"]["parameters"]["path"]>>;

/** The parameters of "Change a member". */
export type MembersUpdateParams = Flat<Path<operations["members_update"]["parameters"]["path"]>>;

/** The parameters of "Show the banner". */
export type BannersShowParams = Flat<Path<operations["banners_show"]["parameters"]["path"]>>;

/** The parameters of "Change the banner". */
export type BannersUpdateParams = Flat<Path<operations["banners_update"]["parameters"]["path"]>>;

/** The parameters of "Upload the banner's picture". */
export type BannersAvatarUploadParams = Flat<Path<operations["banners_avatar_upload"]["parameters"]["path"]>>;

/** The parameters of "Assign a preset". */
export type BannersPresetAssignParams = Flat<Path<operations["banners_preset_assign"]["parameters"]["path"]>>;

/** The parameters of "Upload the banner's sound". */
export type BannersSoundUploadParams = Flat<Path<operations["banners_sound_upload"]["parameters"]["path"]>>;

/** The parameters of "List a domain's QR codes". */
export type QrCodesListParams = Flat<Path<operations["qr_codes_list"]["parameters"]["path"]> & NonNullable<operations["qr_codes_list"]["parameters"]["query"]>>;

/** The parameters of "Create a QR code". */
export type QrCodesCreateParams = Flat<Path<operations["qr_codes_create"]["parameters"]["path"]>>;

/** The parameters of "Show a QR code". */
export type QrCodesShowParams = Flat<Path<operations["qr_codes_show"]["parameters"]["path"]>>;

/** The parameters of "Change a QR code". */
export type QrCodesUpdateParams = Flat<Path<operations["qr_codes_update"]["parameters"]["path"]>>;

/** The parameters of "Download a QR code as PNG". */
export type QrCodesPngDownloadParams = Flat<Path<operations["qr_codes_png_download"]["parameters"]["path"]> & NonNullable<operations["qr_codes_png_download"]["parameters"]["query"]>>;

/** The parameters of "Download a QR code as SVG". */
export type QrCodesSvgDownloadParams = Flat<Path<operations["qr_codes_svg_download"]["parameters"]["path"]>>;

/** The parameters of "List content requests". */
export type ContentRequestsListParams = Flat<NonNullable<operations["content_requests_list"]["parameters"]["query"]>>;

/** The parameters of "Respond to a content request". */
export type ContentRequestsRespondParams = Flat<Path<operations["content_requests_respond"]["parameters"]["path"]>>;

/** The parameters of "List segments". */
export type SegmentsListParams = Flat<Path<operations["segments_list"]["parameters"]["path"]>>;

/** The parameters of "Create a segment". */
export type SegmentsCreateParams = Flat<Path<operations["segments_create"]["parameters"]["path"]>>;

/** The parameters of "Delete a segment". */
export type SegmentsDeleteParams = Flat<Path<operations["segments_delete"]["parameters"]["path"]> & NonNullable<operations["segments_delete"]["parameters"]["query"]>>;

/** The parameters of "Change a segment". */
export type SegmentsUpdateParams = Flat<Path<operations["segments_update"]["parameters"]["path"]>>;

/** The parameters of "List tracked funnel links". */
export type FunnelLinksListParams = Flat<NonNullable<operations["funnel_links_list"]["parameters"]["query"]>>;

/** The parameters of "List a link's pixels". */
export type PixelsListParams = Flat<Path<operations["pixels_list"]["parameters"]["path"]>>;

/** The parameters of "Make or change a pixel". */
export type PixelsSetParams = Flat<Path<operations["pixels_set"]["parameters"]["path"]>>;

/** The parameters of "Delete a pixel". */
export type PixelsDeleteParams = Flat<Path<operations["pixels_delete"]["parameters"]["path"]>>;

/** The parameters of "List a pixel's deliveries". */
export type PixelDeliveriesListParams = Flat<Path<operations["pixel_deliveries_list"]["parameters"]["path"]> & NonNullable<operations["pixel_deliveries_list"]["parameters"]["query"]>>;

/** The parameters of "Send parked deliveries again". */
export type PixelDeliveriesRedriveParams = Flat<Path<operations["pixel_deliveries_redrive"]["parameters"]["path"]>>;

/** The parameters of "Test a pixel". */
export type PixelsTestParams = Flat<Path<operations["pixels_test"]["parameters"]["path"]>>;

/** The parameters of "List a domain's smart links". */
export type SmartLinksListParams = Flat<NonNullable<operations["smart_links_list"]["parameters"]["query"]>>;

/** The parameters of "Show a smart link". */
export type SmartLinksShowParams = Flat<Path<operations["smart_links_show"]["parameters"]["path"]>>;

/** The parameters of "Delete a smart link". */
export type SmartLinksDeleteParams = Flat<Path<operations["smart_links_delete"]["parameters"]["path"]>>;

/** The parameters of "Change a smart link". */
export type SmartLinksUpdateParams = Flat<Path<operations["smart_links_update"]["parameters"]["path"]>>;

/** The parameters of "Simulate a smart link". */
export type SmartLinksSimulateParams = Flat<Path<operations["smart_links_simulate"]["parameters"]["path"]>>;

/** The parameters of "List the paying fans of a domain". */
export type StatisticsSpendersListParams = Flat<Path<operations["statistics_spenders_list"]["parameters"]["path"]> & NonNullable<operations["statistics_spenders_list"]["parameters"]["query"]>>;

/** The parameters of "Explain a fan's figures". */
export type StatisticsSpenderExplainParams = Flat<Path<operations["statistics_spender_explain"]["parameters"]["path"]> & NonNullable<operations["statistics_spender_explain"]["parameters"]["query"]>>;

/** The parameters of "Show the figures of all domains". */
export type StatisticsOverviewShowParams = Flat<NonNullable<operations["statistics_overview_show"]["parameters"]["query"]>>;

/** The parameters of "Show a webhook". */
export type WebhooksShowParams = Flat<Path<operations["webhooks_show"]["parameters"]["path"]>>;

/** The parameters of "Delete a webhook". */
export type WebhooksDeleteParams = Flat<Path<operations["webhooks_delete"]["parameters"]["path"]>>;

/** The parameters of "Change a webhook". */
export type WebhooksUpdateParams = Flat<Path<operations["webhooks_update"]["parameters"]["path"]>>;

/** The parameters of "List a webhook's deliveries". */
export type WebhookDeliveriesListParams = Flat<Path<operations["webhook_deliveries_list"]["parameters"]["path"]> & NonNullable<operations["webhook_deliveries_list"]["parameters"]["query"]>>;

/** The parameters of "Send a delivery again". */
export type WebhookDeliveriesRedeliverParams = Flat<Path<operations["webhook_deliveries_redeliver"]["parameters"]["path"]>>;

/** The parameters of "Send failed deliveries again". */
export type WebhookDeliveriesRedriveParams = Flat<Path<operations["webhook_deliveries_redrive"]["parameters"]["path"]>>;

/** The parameters of "Rotate a webhook's secret". */
export type WebhooksRotateParams = Flat<Path<operations["webhooks_rotate"]["parameters"]["path"]>>;

/** The parameters of "Test a webhook". */
export type WebhooksTestParams = Flat<Path<operations["webhooks_test"]["parameters"]["path"]>>;

/** Keys of the API: their scopes, restrictions and ends of life. */
export class ApiKeys extends Noun {
  /**
   * List keys.
   *
   * Revoked and expired keys are not listed; no answer ever shows a secret again.
   */
  list(params?: ApiKeysListParams, options?: CallOptions): Call<KeyList> {
    return this.call({ method: "GET", path: "/api/admin/api-keys" }, params, undefined, options);
  }

  /**
   * List keys: all of them.
   *
   * Everything, page by page: iterate with `for await`, or over `.pages`.
   */
  listAll(params?: Omit<ApiKeysListParams, "cursor">, options?: CallOptions): Pages<KeyList["items"][number], KeyList> {
    return this.pages("items", (cursor) => this.list({ ...params, ...cursor } as ApiKeysListParams, options));
  }

  /**
   * Create a key.
   *
   * The answer holds the whole token, this once. A key can't hand out more than it holds itself.
   */
  create(body: KeyMint, options?: CallOptions & WithIdempotencyKey): Call<MintedKey> {
    return this.call({ method: "POST", path: "/api/admin/api-keys", idempotencyKey: true }, undefined, body, options);
  }

  /**
   * Show what the calling key may do.
   *
   * Its scopes, its restriction and the rights that result. Every valid key may ask, so an integrator sees why another
   * operation refuses it.
   */
  selfShow(options?: CallOptions): Call<EffectiveRights> {
    return this.call({ method: "GET", path: "/api/admin/api-keys/self" }, undefined, undefined, options);
  }

  /**
   * Revoke a key.
   *
   * By its number or its prefix. At once and for good: every request that comes after this answer is refused.
   */
  revoke(params: ApiKeysRevokeParams, options?: CallOptions): Call<void> {
    return this.call({ method: "DELETE", path: "/api/admin/api-keys/{id}", answers: "nothing" }, params, undefined, options);
  }

  /**
   * Rotate a key.
   *
   * Makes a new token with the same rights and end of life; the old one lives on for the overlap.
   */
  rotate(params: ApiKeysRotateParams, body?: KeyRotate, options?: CallOptions & WithIdempotencyKey): Call<MintedKey> {
    return this.call({ method: "POST", path: "/api/admin/api-keys/{id}/rotate", idempotencyKey: true }, params, body, options);
  }
}

/** Who changed what. */
export class Audit extends Noun {
  /**
   * List who changed what.
   *
   * Changes of the last 400 days, newest first, by key, member, action and subject. With `Accept: text/csv` the answer is a table in
   * CSV (RFC 4180), and the header `Next-Cursor` tells where the next part begins. Entries are written with the change itself and can't
   * be changed or deleted.
   */
  list(params?: AuditListParams, options?: CallOptions): Call<AuditList> {
    return this.call({ method: "GET", path: "/api/admin/audit" }, params, undefined, options);
  }

  /**
   * List who changed what: all of them.
   *
   * Everything, page by page: iterate with `for await`, or over `.pages`.
   */
  listAll(params?: Omit<AuditListParams, "cursor">, options?: CallOptions): Pages<AuditList["items"][number], AuditList> {
    return this.pages("items", (cursor) => this.list({ ...params, ...cursor } as AuditListParams, options));
  }
}

/** The look of a landing page and its background pictures. */
export class Appearance extends Noun {
  /**
   * Show the look of a draft.
   *
   * The look of the draft: theme, canvas, background pictures, and the design that draws the page.
   */
  show(params: AppearanceShowParams, options?: CallOptions): Call<BackgroundOut> {
    return this.call({ method: "GET", path: "/api/admin/bg" }, params, undefined, options);
  }

  /**
   * Set the canvas colour.
   *
   * The solid backdrop behind the phone card on desktop.
   */
  canvasColorSet(params: AppearanceCanvasColorSetParams, body: CanvasColor, options?: CallOptions & WithIfMatch): Call<CanvasColorOut> {
    return this.call({ method: "POST", path: "/api/admin/bg/canvas-color" }, params, body, options);
  }

  /**
   * Choose what draws the page.
   *
   * `builtin` draws the page from segments and buttons; `html` serves the HTML of the body in its place.
   */
  designSet(params: AppearanceDesignSetParams, body: DesignIn, options?: CallOptions & WithIfMatch): Call<DesignOut> {
    return this.call({ method: "PUT", path: "/api/admin/bg/design" }, params, body, options);
  }

  /**
   * Show whether a background was uploaded.
   *
   * Asks for one variant of the background picture, mobile or desktop.
   */
  sourceShow(params: AppearanceSourceShowParams, options?: CallOptions): Call<SourceOut> {
    return this.call({ method: "GET", path: "/api/admin/bg/source" }, params, undefined, options);
  }

  /**
   * Upload a background picture.
   *
   * The raw bytes of a png, jpeg or webp of at most 10 MiB; the type is decided by the content. As `share` it is the picture of
   * the preview, which section `share` of the look chooses.
   */
  sourceUpload(params: AppearanceSourceUploadParams, body: BinaryBody, options?: CallOptions): Call<SourceOut> {
    return this.call({ method: "PUT", path: "/api/admin/bg/source", sends: "application/octet-stream" }, params, body, options);
  }

  /**
   * Set the look of the page.
   *
   * Each section replaces the stored one as a whole; null resets it; sections that are left out stay. `share`, `in_app` and `utm`
   * say how the page reaches people.
   */
  uiSet(params: AppearanceUiSetParams, body?: LandingUi, options?: CallOptions & WithIfMatch): Call<LandingUiOut> {
    return this.call({ method: "POST", path: "/api/admin/bg/ui" }, params, body, options);
  }
}

/** Messages to an audience, behind a safety gate. */
export class Broadcasts extends Noun {
  /**
   * List broadcasts.
   *
   * The campaigns of the owner, a page at a time, newest first.
   */
  list(params?: BroadcastsListParams, options?: CallOptions): Call<BroadcastList> {
    return this.call({ method: "GET", path: "/api/admin/broadcasts" }, params, undefined, options);
  }

  /**
   * List broadcasts: all of them.
   *
   * Everything, page by page: iterate with `for await`, or over `.pages`.
   */
  listAll(params?: Omit<BroadcastsListParams, "cursor">, options?: CallOptions): Pages<BroadcastList["items"][number], BroadcastList> {
    return this.pages("items", (cursor) => this.list({ ...params, ...cursor } as BroadcastsListParams, options));
  }

  /**
   * Create a broadcast.
   *
   * It becomes a draft. Nothing is delivered.
   */
  create(body: BroadcastCreate, options?: CallOptions & WithIdempotencyKey): Call<BroadcastCreated> {
    return this.call({ method: "POST", path: "/api/admin/broadcasts", idempotencyKey: true }, undefined, body, options);
  }

  /**
   * Preview an audience.
   *
   * Creates and sends nothing. All fans of the account may be read for it, so it takes as long as the engine does.
   */
  preview(body: PreviewAsk, options?: CallOptions): Call<PreviewOut> {
    return this.call({ method: "POST", path: "/api/admin/broadcasts/preview" }, undefined, body, options);
  }

  /**
   * Show a broadcast.
   *
   * The campaign with its audience, message and pace, and how many messages are sent, waiting and withheld.
   */
  show(params: BroadcastsShowParams, options?: CallOptions): Call<BroadcastDetail> {
    return this.call({ method: "GET", path: "/api/admin/broadcasts/{id}" }, params, undefined, options);
  }

  /**
   * List the audit of a broadcast.
   *
   * Each change of its state: what changed, when, and with which key.
   */
  audit(params: BroadcastsAuditParams, options?: CallOptions): Call<BroadcastAudit> {
    return this.call({ method: "GET", path: "/api/admin/broadcasts/{id}/audit" }, params, undefined, options);
  }

  /**
   * Cancel a broadcast.
   *
   * It ends for good, whatever it was doing.
   */
  cancel(params: BroadcastsCancelParams, options?: CallOptions & WithIdempotencyKey): Call<BroadcastOut> {
    return this.call({ method: "POST", path: "/api/admin/broadcasts/{id}/cancel", idempotencyKey: true }, params, undefined, options);
  }

  /**
   * Launch a broadcast.
   *
   * A draft starts, or is scheduled if its start is still to come. The gate must be open and the account connected.
   */
  launch(params: BroadcastsLaunchParams, options?: CallOptions & WithIdempotencyKey): Call<BroadcastOut> {
    return this.call({ method: "POST", path: "/api/admin/broadcasts/{id}/launch", idempotencyKey: true }, params, undefined, options);
  }

  /**
   * Pause a broadcast.
   *
   * It stops until it is resumed. A message that is being submitted at the moment may still go out.
   */
  pause(params: BroadcastsPauseParams, options?: CallOptions & WithIdempotencyKey): Call<BroadcastOut> {
    return this.call({ method: "POST", path: "/api/admin/broadcasts/{id}/pause", idempotencyKey: true }, params, undefined, options);
  }

  /**
   * Report on a broadcast.
   *
   * What the campaign has come to: messages by outcome, replies, and what was earned from those who received it.
   */
  report(params: BroadcastsReportParams, options?: CallOptions): Call<BroadcastReport> {
    return this.call({ method: "GET", path: "/api/admin/broadcasts/{id}/report" }, params, undefined, options);
  }

  /**
   * Resume a broadcast.
   *
   * A paused campaign goes on where it was. The gate must be open and its account connected.
   */
  resume(params: BroadcastsResumeParams, options?: CallOptions & WithIdempotencyKey): Call<BroadcastOut> {
    return this.call({ method: "POST", path: "/api/admin/broadcasts/{id}/resume", idempotencyKey: true }, params, undefined, options);
  }

  /**
   * Unschedule a broadcast.
   *
   * A scheduled campaign becomes a draft again.
   */
  unschedule(params: BroadcastsUnscheduleParams, options?: CallOptions & WithIdempotencyKey): Call<BroadcastOut> {
    return this.call({ method: "POST", path: "/api/admin/broadcasts/{id}/unschedule", idempotencyKey: true }, params, undefined, options);
  }
}

/** Domains, their provisioning, and copies of drafts between them. */
export class Domains extends Noun {
  /**
   * Copy parts of a draft to many domains.
   *
   * Each target by itself: one that fails leaves the others alone. Drafts only. An answer that takes longer than a second is sent
   * bit by bit, each outcome when it is there. The work goes on when the caller leaves, if there is an `Idempotency-Key`.
   */
  contentCopy(body: BulkCopy, options?: CallOptions & WithIdempotencyKey): Call<BulkCopyOut> {
    return this.call({ method: "POST", path: "/api/admin/bulk/copy-content", idempotencyKey: true }, undefined, body, options);
  }

  /**
   * List domains.
   *
   * Every domain of the owner with its state of provisioning, or those that are searched for, a part at a time where that is asked for.
   */
  list(params?: DomainsListParams, options?: CallOptions): Call<DomainList> {
    return this.call({ method: "GET", path: "/api/admin/domains" }, params, undefined, options);
  }

  /**
   * List domains: all of them.
   *
   * Everything, page by page: iterate with `for await`, or over `.pages`.
   */
  listAll(params?: Omit<DomainsListParams, "cursor">, options?: CallOptions): Pages<DomainList["items"][number], DomainList> {
    return this.pages("items", (cursor) => this.list({ ...params, ...cursor } as DomainsListParams, options));
  }

  /**
   * Register a domain.
   *
   * The row is there at once, `pending`; a worker provisions the domain and makes it `active`.
   */
  create(body: DomainRegister, options?: CallOptions & WithIdempotencyKey): Call<DomainOut> {
    return this.call({ method: "POST", path: "/api/admin/domains", idempotencyKey: true }, undefined, body, options);
  }

  /**
   * Show a domain.
   *
   * The domain with its state of provisioning, and the reason where provisioning failed.
   */
  show(params: DomainsShowParams, options?: CallOptions): Call<DomainOut> {
    return this.call({ method: "GET", path: "/api/admin/domains/{domain}" }, params, undefined, options);
  }

  /**
   * Delete a domain.
   *
   * Its draft and versions go with it, its pages stop, and the name is free.
   */
  delete(params: DomainsDeleteParams, options?: CallOptions): Call<void> {
    return this.call({ method: "DELETE", path: "/api/admin/domains/{domain}", answers: "nothing" }, params, undefined, options);
  }

  /**
   * Copy a whole draft from another domain.
   *
   * Replaces the draft of the path's domain by a copy of the source's, under new ids. Stamped addresses are not copied.
   */
  draftCopy(params: DomainsDraftCopyParams, body: CopyFrom, options?: CallOptions & WithIfMatch & WithIdempotencyKey): Call<DomainOut> {
    return this.call({ method: "POST", path: "/api/admin/domains/{domain}/copy-from", idempotencyKey: true }, params, body, options);
  }

  /**
   * Provision a failed domain again.
   *
   * Starts provisioning again after its cause was mended, such as a DNS record.
   */
  provision(params: DomainsProvisionParams, options?: CallOptions & WithIdempotencyKey): Call<DomainOut> {
    return this.call({ method: "POST", path: "/api/admin/domains/{domain}/provision", idempotencyKey: true }, params, undefined, options);
  }
}

/** The buttons that a segment of visitors sees. */
export class Buttons extends Noun {
  /**
   * List buttons.
   *
   * The buttons of one segment of the draft, in the order in which they are shown.
   */
  list(params: ButtonsListParams, options?: CallOptions): Call<ButtonList> {
    return this.call({ method: "GET", path: "/api/admin/buttons/{domain}/{tier}" }, params, undefined, options);
  }

  /**
   * Create a button.
   *
   * Adds a button to a segment of the draft, at the end unless `position` says otherwise. Visitors see it once the draft is
   * published.
   */
  create(params: ButtonsCreateParams, body: ButtonCreate, options?: CallOptions & WithIfMatch & WithIdempotencyKey): Call<ButtonOut> {
    return this.call({ method: "POST", path: "/api/admin/buttons/{domain}/{tier}", idempotencyKey: true }, params, body, options);
  }

  /**
   * Reorder a segment's buttons.
   *
   * Takes the ids of all buttons of the segment in their new order; a list that lacks one or names another is refused.
   */
  reorder(params: ButtonsReorderParams, body: ButtonOrder, options?: CallOptions & WithIfMatch): Call<ButtonList> {
    return this.call({ method: "PUT", path: "/api/admin/buttons/{domain}/{tier}/order" }, params, body, options);
  }

  /**
   * Delete a button.
   *
   * Takes the button out of the draft. Visitors see it until the draft is published.
   */
  delete(params: ButtonsDeleteParams, options?: CallOptions & WithIfMatch): Call<void> {
    return this.call({ method: "DELETE", path: "/api/admin/buttons/{domain}/{tier}/{button_id}", answers: "nothing" }, params, undefined, options);
  }

  /**
   * Change a button.
   *
   * Changes the fields that the body names. Visitors see the change once the draft is published.
   */
  update(params: ButtonsUpdateParams, body?: ButtonUpdate, options?: CallOptions & WithIfMatch): Call<ButtonOut> {
    return this.call({ method: "PATCH", path: "/api/admin/buttons/{domain}/{tier}/{button_id}" }, params, body, options);
  }
}

/** What sells of the vault. */
export class Content extends Noun {
  /**
   * List content.
   *
   * The order by sales looks at what was captured in the window; the others at the engine's counters of all time.
   */
  list(params?: ContentListParams, options?: CallOptions): Call<ContentList> {
    return this.call({ method: "GET", path: "/api/admin/content" }, params, undefined, options);
  }

  /**
   * Show an item of content.
   *
   * One item of the vault with its captured sales and the bundles that contain it.
   */
  show(params: ContentShowParams, options?: CallOptions): Call<ContentDetail> {
    return this.call({ method: "GET", path: "/api/admin/content/{content_id}" }, params, undefined, options);
  }
}

/** The draft of a landing page: differences, preview, publication, versions. */
export class Drafts extends Noun {
  /**
   * Show what publishing would change.
   *
   * Each difference from the live version to the draft, as a path with the value before and after.
   */
  diff(params: DraftsDiffParams, options?: CallOptions): Call<DiffOut> {
    return this.call({ method: "GET", path: "/api/admin/domains/{domain}/diff" }, params, undefined, options);
  }

  /**
   * Preview the draft.
   *
   * The page as it would go live for the visitor that the query imagines. Never stored, and counted nowhere.
   */
  preview(params: DraftsPreviewParams, options?: CallOptions): Call<string> {
    return this.call({ method: "GET", path: "/api/admin/domains/{domain}/preview", answers: "text" }, params, undefined, options);
  }

  /**
   * Publish the draft.
   *
   * The live page changes at once and as a whole. An unchanged draft keeps its version.
   */
  publish(params: DraftsPublishParams, options?: CallOptions & WithIfMatch & WithIdempotencyKey): Call<PublishOut> {
    return this.call({ method: "POST", path: "/api/admin/domains/{domain}/publish", idempotencyKey: true }, params, undefined, options);
  }

  /**
   * Roll back to a version.
   *
   * The old content becomes the draft and live, as a new version.
   */
  rollback(params: DraftsRollbackParams, body: Rollback, options?: CallOptions & WithIfMatch & WithIdempotencyKey): Call<PublishOut> {
    return this.call({ method: "POST", path: "/api/admin/domains/{domain}/rollback", idempotencyKey: true }, params, body, options);
  }

  /**
   * Show what a visitor would get, and why.
   *
   * Reads the live version, or with `draft=true` the draft. Nothing is sent or counted.
   */
  simulate(params: DraftsSimulateParams, options?: CallOptions): Call<Simulation> {
    return this.call({ method: "GET", path: "/api/admin/domains/{domain}/simulate" }, params, undefined, options);
  }

  /**
   * List published versions.
   *
   * Each publication with its time and key, a page at a time.
   */
  versionsList(params: DraftsVersionsListParams, options?: CallOptions): Call<VersionList> {
    return this.call({ method: "GET", path: "/api/admin/domains/{domain}/versions" }, params, undefined, options);
  }

  /**
   * List published versions: all of them.
   *
   * Everything, page by page: iterate with `for await`, or over `.pages`.
   */
  versionsListAll(params: Omit<DraftsVersionsListParams, "cursor">, options?: CallOptions): Pages<VersionList["items"][number], VersionList> {
    return this.pages("items", (cursor) => this.versionsList({ ...params, ...cursor } as DraftsVersionsListParams, options));
  }
}

/** Visits, clicks, subscriptions and revenue, and who paid. */
export class Statistics extends Noun {
  /**
   * List the experiments of a live page.
   *
   * Each arm with its visitors and what came of them, how sure its rate is, and how likely it is the best one.
   */
  experimentsList(params: StatisticsExperimentsListParams, options?: CallOptions): Call<ExperimentList> {
    return this.call({ method: "GET", path: "/api/admin/domains/{domain}/experiments" }, params, undefined, options);
  }

  /**
   * List the paying fans of a funnel link.
   *
   * Of all time. The platform's own counters stand beside ours; no engine is asked for them.
   */
  linkSpendersList(params: StatisticsLinkSpendersListParams, options?: CallOptions): Call<LinkSpenders> {
    return this.call({ method: "GET", path: "/api/admin/domains/{domain}/links/{link_id}/spenders" }, params, undefined, options);
  }

  /**
   * List the paying fans of a funnel link: all of them.
   *
   * Everything, page by page: iterate with `for await`, or over `.pages`.
   */
  linkSpendersListAll(params: Omit<StatisticsLinkSpendersListParams, "cursor">, options?: CallOptions): Pages<LinkSpenders["spenders"][number], LinkSpenders> {
    return this.pages("spenders", (cursor) => this.linkSpendersList({ ...params, ...cursor } as StatisticsLinkSpendersListParams, options));
  }

  /**
   * Show a domain's figures.
   *
   * By day and by source, and with `by` split once more. A range begins with the whole day that its first moment falls on.
   */
  show(params: StatisticsShowParams, options?: CallOptions): Call<DomainStats> {
    return this.call({ method: "GET", path: "/api/admin/domains/{domain}/stats" }, params, undefined, options);
  }

  /**
   * List the paying fans of a domain.
   *
   * Those who bought in the range, with what they spent after they were first seen on the domain.
   */
  spendersList(params: StatisticsSpendersListParams, options?: CallOptions): Call<DomainSpenders> {
    return this.call({ method: "GET", path: "/api/admin/sources/{domain}/spenders" }, params, undefined, options);
  }

  /**
   * List the paying fans of a domain: all of them.
   *
   * Everything, page by page: iterate with `for await`, or over `.pages`.
   */
  spendersListAll(params: Omit<StatisticsSpendersListParams, "cursor">, options?: CallOptions): Pages<DomainSpenders["spenders"][number], DomainSpenders> {
    return this.pages("spenders", (cursor) => this.spendersList({ ...params, ...cursor } as StatisticsSpendersListParams, options));
  }

  /**
   * Explain a fan's figures.
   *
   * All their events in order, what each does to their figures on the domain, and what made them a fan of it.
   */
  spenderExplain(params: StatisticsSpenderExplainParams, options?: CallOptions): Call<FanExplained> {
    return this.call({ method: "GET", path: "/api/admin/sources/{domain}/spenders/{fan_id}/explain" }, params, undefined, options);
  }

  /**
   * Show the figures of all domains.
   *
   * Of whole days in UTC, by day or by domain, with the totals of as many days just before. Programs are not counted.
   */
  overviewShow(params?: StatisticsOverviewShowParams, options?: CallOptions): Call<OverviewOut> {
    return this.call({ method: "GET", path: "/api/admin/stats/overview" }, params, undefined, options);
  }
}

/** Tracked links of the connected engine, one for each offer and country. */
export class FunnelLinks extends Noun {
  /**
   * Switch a funnel link on or off.
   *
   * Upstream first, then here; then the draft's buttons are stamped again. A link of an account that was connected before is
   * never switched.
   */
  toggle(params: FunnelLinksToggleParams, body: LinkToggle, options?: CallOptions): Call<ToggledOut> {
    return this.call({ method: "PATCH", path: "/api/admin/domains/{domain}/links/{link_id}" }, params, body, options);
  }

  /**
   * Provision a domain's funnel links.
   *
   * Makes the upstream links that the domain's slots lack, and puts their addresses on the draft's buttons. Calling it again
   * makes nothing twice; a slot that failed is tried again by the next call.
   */
  provision(params: FunnelLinksProvisionParams, body: ProvisionLinks, options?: CallOptions & WithIdempotencyKey): Call<ProvisionedOut> {
    return this.call({ method: "POST", path: "/api/admin/domains/{domain}/provision-links", idempotencyKey: true }, params, body, options);
  }

  /**
   * Plan a domain's funnel links.
   *
   * Tells for each slot whether its link is recorded, would be taken over or would be made. Nothing is written anywhere.
   */
  plan(params: FunnelLinksPlanParams, body: ProvisionLinks, options?: CallOptions): Call<DryRunOut> {
    return this.call({ method: "POST", path: "/api/admin/domains/{domain}/provision-links/dry-run" }, params, body, options);
  }

  /**
   * List tracked funnel links.
   *
   * The recorded links with the engine's figures, by offer and then by time of creation.
   */
  list(params?: FunnelLinksListParams, options?: CallOptions): Call<TrackedLinkList> {
    return this.call({ method: "GET", path: "/api/admin/smart-links" }, params, undefined, options);
  }

  /**
   * List tracked funnel links: all of them.
   *
   * Everything, page by page: iterate with `for await`, or over `.pages`.
   */
  listAll(params?: Omit<FunnelLinksListParams, "cursor">, options?: CallOptions): Pages<TrackedLinkList["items"][number], TrackedLinkList> {
    return this.pages("items", (cursor) => this.list({ ...params, ...cursor } as FunnelLinksListParams, options));
  }
}

/** Banners that are kept for several landing pages. */
export class BannerPresets extends Noun {
  /**
   * List banner presets.
   *
   * The banners that are kept in the library, a page at a time.
   */
  list(params?: BannerPresetsListParams, options?: CallOptions): Call<PresetList> {
    return this.call({ method: "GET", path: "/api/admin/library/notifications" }, params, undefined, options);
  }

  /**
   * List banner presets: all of them.
   *
   * Everything, page by page: iterate with `for await`, or over `.pages`.
   */
  listAll(params?: Omit<BannerPresetsListParams, "cursor">, options?: CallOptions): Pages<PresetList["items"][number], PresetList> {
    return this.pages("items", (cursor) => this.list({ ...params, ...cursor } as BannerPresetsListParams, options));
  }

  /**
   * Create a preset.
   *
   * Texts and files may be filled in later.
   */
  create(body?: PresetIn, options?: CallOptions & WithIdempotencyKey): Call<PresetOut> {
    return this.call({ method: "POST", path: "/api/admin/library/notifications", idempotencyKey: true }, undefined, body, options);
  }

  /**
   * Keep a domain's banner as a preset.
   *
   * The new preset is assigned to the domain.
   */
  capture(body: PresetFromDomain, options?: CallOptions & WithIdempotencyKey): Call<PresetOut> {
    return this.call({ method: "POST", path: "/api/admin/library/notifications/from-domain", idempotencyKey: true }, undefined, body, options);
  }

  /**
   * Delete a preset.
   *
   * The domains that it is assigned to keep its texts, and their banners go off.
   */
  delete(params: BannerPresetsDeleteParams, options?: CallOptions): Call<void> {
    return this.call({ method: "DELETE", path: "/api/admin/library/notifications/{id}", answers: "nothing" }, params, undefined, options);
  }

  /**
   * Change a preset.
   *
   * Every domain that it is assigned to changes with it, in the same step; going live still needs a publish.
   */
  update(params: BannerPresetsUpdateParams, body?: PresetIn, options?: CallOptions): Call<PresetOut> {
    return this.call({ method: "PATCH", path: "/api/admin/library/notifications/{id}" }, params, body, options);
  }

  /**
   * Upload a preset's picture.
   *
   * The raw bytes of a PNG, JPEG or WebP picture of at most 10 MiB; the type is decided by the content.
   */
  avatarUpload(params: BannerPresetsAvatarUploadParams, body: BinaryBody, options?: CallOptions): Call<PresetOut> {
    return this.call({ method: "PUT", path: "/api/admin/library/notifications/{id}/avatar", sends: "application/octet-stream" }, params, body, options);
  }

  /**
   * Upload a preset's sound.
   *
   * The raw bytes of an MP3, Ogg or WAV file; the type is decided by the content.
   */
  soundUpload(params: BannerPresetsSoundUploadParams, body: BinaryBody, options?: CallOptions): Call<PresetOut> {
    return this.call({ method: "PUT", path: "/api/admin/library/notifications/{id}/sound", sends: "application/octet-stream" }, params, body, options);
  }
}

/** The people of the team and their rights. */
export class Members extends Noun {
  /**
   * List members.
   *
   * The people of the team with their rights, a page at a time.
   */
  list(params?: MembersListParams, options?: CallOptions): Call<MemberList> {
    return this.call({ method: "GET", path: "/api/admin/members" }, params, undefined, options);
  }

  /**
   * List members: all of them.
   *
   * Everything, page by page: iterate with `for await`, or over `.pages`.
   */
  listAll(params?: Omit<MembersListParams, "cursor">, options?: CallOptions): Pages<MemberList["items"][number], MemberList> {
    return this.pages("items", (cursor) => this.list({ ...params, ...cursor } as MembersListParams, options));
  }

  /**
   * Add a member.
   *
   * A member has a name, an address of mail and rights; keys are created for a member or for the owner.
   */
  create(body: MemberCreate, options?: CallOptions & WithIdempotencyKey): Call<MemberOut> {
    return this.call({ method: "POST", path: "/api/admin/members", idempotencyKey: true }, undefined, body, options);
  }

  /**
   * Show a member.
   *
   * The member with their rights.
   */
  show(params: MembersShowParams, options?: CallOptions): Call<MemberOut> {
    return this.call({ method: "GET", path: "/api/admin/members/{id}" }, params, undefined, options);
  }

  /**
   * Remove a member.
   *
   * Their keys are refused from the next request on.
   */
  delete(params: MembersDeleteParams, options?: CallOptions): Call<void> {
    return this.call({ method: "DELETE", path: "/api/admin/members/{id}", answers: "nothing" }, params, undefined, options);
  }

  /**
   * Change a member.
   *
   * Their keys have the new rights from the next request on.
   */
  update(params: MembersUpdateParams, body?: MemberUpdate, options?: CallOptions): Call<MemberOut> {
    return this.call({ method: "PATCH", path: "/api/admin/members/{id}" }, params, body, options);
  }
}

/** The banner of a landing page. */
export class Banners extends Noun {
  /**
   * Show the banner.
   *
   * The banner of the domain's draft, with the preset that it follows.
   */
  show(params: BannersShowParams, options?: CallOptions): Call<BannerOut> {
    return this.call({ method: "GET", path: "/api/admin/notification/{domain}" }, params, undefined, options);
  }

  /**
   * Change the banner.
   *
   * Only the fields that are there change. A `style` replaces the stored one as a whole; `{}` clears it, null keeps it.
   */
  update(params: BannersUpdateParams, body?: BannerUpdate, options?: CallOptions & WithIfMatch): Call<BannerOut> {
    return this.call({ method: "PATCH", path: "/api/admin/notification/{domain}" }, params, body, options);
  }

  /**
   * Upload the banner's picture.
   *
   * The raw bytes of a png, jpeg or webp of at most 10 MiB.
   */
  avatarUpload(params: BannersAvatarUploadParams, body: BinaryBody, options?: CallOptions): Call<BannerOut> {
    return this.call({ method: "PUT", path: "/api/admin/notification/{domain}/avatar", sends: "application/octet-stream" }, params, body, options);
  }

  /**
   * Assign a preset.
   *
   * The banner takes over the preset's content, and follows it from now on. Only a complete preset can be enabled.
   */
  presetAssign(params: BannersPresetAssignParams, body: PresetAssignment, options?: CallOptions): Call<BannerOut> {
    return this.call({ method: "PUT", path: "/api/admin/notification/{domain}/preset" }, params, body, options);
  }

  /**
   * Upload the banner's sound.
   *
   * The raw bytes of an mp3, ogg or wav of at most 2 MiB.
   */
  soundUpload(params: BannersSoundUploadParams, body: BinaryBody, options?: CallOptions): Call<BannerOut> {
    return this.call({ method: "PUT", path: "/api/admin/notification/{domain}/sound", sends: "application/octet-stream" }, params, body, options);
  }
}

/** Printed codes with a design, and their scans. */
export class QrCodes extends Noun {
  /**
   * List the catalog of designs.
   *
   * 100 ready designs in twelve families, each with its colours and module shapes.
   */
  presetsList(options?: CallOptions): Call<QrPresetList> {
    return this.call({ method: "GET", path: "/api/admin/qr/presets" }, undefined, undefined, options);
  }

  /**
   * Preview a QR code.
   *
   * Draws a code that is not stored.
   */
  preview(body?: QrPreview, options?: CallOptions): Call<Blob> {
    return this.call({ method: "POST", path: "/api/admin/qr/preview", answers: "file" }, undefined, body, options);
  }

  /**
   * List a domain's QR codes.
   *
   * The codes of the domain with their scans, a page at a time.
   */
  list(params: QrCodesListParams, options?: CallOptions): Call<QrList> {
    return this.call({ method: "GET", path: "/api/admin/qr/{domain}" }, params, undefined, options);
  }

  /**
   * List a domain's QR codes: all of them.
   *
   * Everything, page by page: iterate with `for await`, or over `.pages`.
   */
  listAll(params: Omit<QrCodesListParams, "cursor">, options?: CallOptions): Pages<QrList["items"][number], QrList> {
    return this.pages("items", (cursor) => this.list({ ...params, ...cursor } as QrCodesListParams, options));
  }

  /**
   * Create a QR code.
   *
   * It is active at once.
   */
  create(params: QrCodesCreateParams, body: QrCreate, options?: CallOptions & WithIdempotencyKey): Call<QrOut> {
    return this.call({ method: "POST", path: "/api/admin/qr/{domain}", idempotencyKey: true }, params, body, options);
  }

  /**
   * Show a QR code.
   *
   * The code with its design and its scans.
   */
  show(params: QrCodesShowParams, options?: CallOptions): Call<QrOut> {
    return this.call({ method: "GET", path: "/api/admin/qr/{domain}/{id}" }, params, undefined, options);
  }

  /**
   * Change a QR code.
   *
   * Only what is supplied changes, at once on the live domain. Its label and its figures stay.
   */
  update(params: QrCodesUpdateParams, body?: QrUpdate, options?: CallOptions): Call<QrOut> {
    return this.call({ method: "PATCH", path: "/api/admin/qr/{domain}/{id}" }, params, body, options);
  }

  /**
   * Download a QR code as PNG.
   *
   * The picture of the code in its design. `ETag` allows a conditional repeat, which is answered with 304.
   */
  pngDownload(params: QrCodesPngDownloadParams, options?: CallOptions): Call<Blob> {
    return this.call({ method: "GET", path: "/api/admin/qr/{domain}/{id}/image.png", answers: "file" }, params, undefined, options);
  }

  /**
   * Download a QR code as SVG.
   *
   * The drawing of the code in its design. `ETag` allows a conditional repeat, which is answered with 304.
   */
  svgDownload(params: QrCodesSvgDownloadParams, options?: CallOptions): Call<Blob> {
    return this.call({ method: "GET", path: "/api/admin/qr/{domain}/{id}/image.svg", answers: "file" }, params, undefined, options);
  }
}

/** What fans ask for, and the answers. */
export class ContentRequests extends Noun {
  /**
   * List content requests.
   *
   * What fans asked for, with its state and price.
   */
  list(params?: ContentRequestsListParams, options?: CallOptions): Call<RequestList> {
    return this.call({ method: "GET", path: "/api/admin/requests" }, params, undefined, options);
  }

  /**
   * List content requests: all of them.
   *
   * Everything, page by page: iterate with `for await`, or over `.pages`.
   */
  listAll(params?: Omit<ContentRequestsListParams, "cursor">, options?: CallOptions): Pages<RequestList["items"][number], RequestList> {
    return this.pages("items", (cursor) => this.list({ ...params, ...cursor } as ContentRequestsListParams, options));
  }

  /**
   * Respond to a content request.
   *
   * The answer is kept at once, and reaches the engine exactly once.
   */
  respond(params: ContentRequestsRespondParams, body: RequestRespond, options?: CallOptions & WithIdempotencyKey): Call<RespondedOut> {
    return this.call({ method: "POST", path: "/api/admin/requests/{request_id}/respond", idempotencyKey: true }, params, body, options);
  }
}

/** Groups of visitors of a landing page, by conditions. */
export class Segments extends Noun {
  /**
   * List segments.
   *
   * The segments of the draft with their conditions, in the order in which they are tried.
   */
  list(params: SegmentsListParams, options?: CallOptions): Call<SegmentList> {
    return this.call({ method: "GET", path: "/api/admin/segments/{domain}" }, params, undefined, options);
  }

  /**
   * Create a segment.
   *
   * The first segment of a domain becomes its catch-all default.
   */
  create(params: SegmentsCreateParams, body: SegmentCreate, options?: CallOptions & WithIfMatch & WithIdempotencyKey): Call<SegmentOut> {
    return this.call({ method: "POST", path: "/api/admin/segments/{domain}", idempotencyKey: true }, params, body, options);
  }

  /**
   * Delete a segment.
   *
   * Takes the segment and its buttons out of the draft. The default segment cannot be deleted.
   */
  delete(params: SegmentsDeleteParams, options?: CallOptions & WithIfMatch): Call<void> {
    return this.call({ method: "DELETE", path: "/api/admin/segments/{domain}/{segment_id}", answers: "nothing" }, params, undefined, options);
  }

  /**
   * Change a segment.
   *
   * Changes the fields that the body names. To move the default, make another segment the default.
   */
  update(params: SegmentsUpdateParams, body?: SegmentUpdate, options?: CallOptions & WithIfMatch): Call<SegmentOut> {
    return this.call({ method: "PATCH", path: "/api/admin/segments/{domain}/{segment_id}" }, params, body, options);
  }
}

/** Server-side conversion pixels of a funnel link. */
export class Pixels extends Noun {
  /**
   * List a link's pixels.
   *
   * At most one pixel for each platform. No answer ever holds an access token.
   */
  list(params: PixelsListParams, options?: CallOptions): Call<PixelList> {
    return this.call({ method: "GET", path: "/api/admin/smart-links/{provider_id}/pixels" }, params, undefined, options);
  }

  /**
   * Make or change a pixel.
   *
   * One a platform and link. The token is write-only: left out or blank, it stays as it is.
   */
  set(params: PixelsSetParams, body: PixelPut, options?: CallOptions): Call<PixelOut> {
    return this.call({ method: "PUT", path: "/api/admin/smart-links/{provider_id}/pixels" }, params, body, options);
  }

  /**
   * Delete a pixel.
   *
   * Forwarding to the platform stops at once, and so does what is queued.
   */
  delete(params: PixelsDeleteParams, options?: CallOptions): Call<void> {
    return this.call({ method: "DELETE", path: "/api/admin/smart-links/{provider_id}/pixels/{platform}", answers: "nothing" }, params, undefined, options);
  }

  /**
   * Test a pixel.
   *
   * Sends one marked event that stands for nobody, also by a paused pixel, and answers what the platform said.
   */
  test(params: PixelsTestParams, body?: PixelTest, options?: CallOptions & WithIdempotencyKey): Call<PixelTested> {
    return this.call({ method: "POST", path: "/api/admin/smart-links/{provider_id}/pixels/{platform}/test", idempotencyKey: true }, params, body, options);
  }
}

/** What was sent to a pixel's platform, and what it answered. */
export class PixelDeliveries extends Noun {
  /**
   * List a pixel's deliveries.
   *
   * Also those of a pixel that was deleted. Of what identifies a fan only hashes are shown, as only hashes are sent.
   */
  list(params: PixelDeliveriesListParams, options?: CallOptions): Call<DeliveryList> {
    return this.call({ method: "GET", path: "/api/admin/smart-links/{provider_id}/pixels/{platform}/deliveries" }, params, undefined, options);
  }

  /**
   * List a pixel's deliveries: all of them.
   *
   * Everything, page by page: iterate with `for await`, or over `.pages`.
   */
  listAll(params: Omit<PixelDeliveriesListParams, "cursor">, options?: CallOptions): Pages<DeliveryList["items"][number], DeliveryList> {
    return this.pages("items", (cursor) => this.list({ ...params, ...cursor } as PixelDeliveriesListParams, options));
  }

  /**
   * Send parked deliveries again.
   *
   * All of the pixel that the platform still takes, as if they were new.
   */
  redrive(params: PixelDeliveriesRedriveParams, options?: CallOptions & WithIdempotencyKey): Call<Redriven> {
    return this.call({ method: "POST", path: "/api/admin/smart-links/{provider_id}/pixels/{platform}/deliveries/redrive", idempotencyKey: true }, params, undefined, options);
  }
}

/** Links that split visitors between offers by weight and country. */
export class SmartLinks extends Noun {
  /**
   * List a domain's smart links.
   *
   * The smart links of one domain with their policies, a page at a time.
   */
  list(params: SmartLinksListParams, options?: CallOptions): Call<SmartLinkList> {
    return this.call({ method: "GET", path: "/api/admin/smartlinks" }, params, undefined, options);
  }

  /**
   * List a domain's smart links: all of them.
   *
   * Everything, page by page: iterate with `for await`, or over `.pages`.
   */
  listAll(params: Omit<SmartLinksListParams, "cursor">, options?: CallOptions): Pages<SmartLinkList["items"][number], SmartLinkList> {
    return this.pages("items", (cursor) => this.list({ ...params, ...cursor } as SmartLinksListParams, options));
  }

  /**
   * Create a smart link.
   *
   * The upstream platform is never contacted.
   */
  create(body: SmartLinkCreate, options?: CallOptions & WithIdempotencyKey): Call<SmartLinkOut> {
    return this.call({ method: "POST", path: "/api/admin/smartlinks", idempotencyKey: true }, undefined, body, options);
  }

  /**
   * Show a smart link.
   *
   * The smart link with its policy.
   */
  show(params: SmartLinksShowParams, options?: CallOptions): Call<SmartLinkOut> {
    return this.call({ method: "GET", path: "/api/admin/smartlinks/{id}" }, params, undefined, options);
  }

  /**
   * Delete a smart link.
   *
   * Its address stops working at once, and its slug is free again.
   */
  delete(params: SmartLinksDeleteParams, options?: CallOptions): Call<void> {
    return this.call({ method: "DELETE", path: "/api/admin/smartlinks/{id}", answers: "nothing" }, params, undefined, options);
  }

  /**
   * Change a smart link.
   *
   * A policy is replaced whole. The change is live at once.
   */
  update(params: SmartLinksUpdateParams, body?: SmartLinkUpdate, options?: CallOptions): Call<SmartLinkOut> {
    return this.call({ method: "PATCH", path: "/api/admin/smartlinks/{id}" }, params, body, options);
  }

  /**
   * Simulate a smart link.
   *
   * Tells what the visitors of a country get, and why. Nothing is sent and nothing is recorded.
   */
  simulate(params: SmartLinksSimulateParams, body?: PolicySimulate, options?: CallOptions): Call<PolicySimulation> {
    return this.call({ method: "POST", path: "/api/admin/smartlinks/{id}/simulate" }, params, body, options);
  }
}

/** What happens, told to the owner's own servers in signed messages. */
export class Webhooks extends Noun {
  /**
   * List webhooks.
   *
   * At most 20. No answer ever holds a secret again.
   */
  list(options?: CallOptions): Call<WebhookList> {
    return this.call({ method: "GET", path: "/api/admin/webhooks" }, undefined, undefined, options);
  }

  /**
   * Create a webhook.
   *
   * The answer holds the secret that messages are signed with, this once. Messages are signed after Standard Webhooks: verify
   * `webhook-signature` before you believe one.
   */
  create(body: WebhookCreate, options?: CallOptions & WithIdempotencyKey): Call<WebhookWithSecret> {
    return this.call({ method: "POST", path: "/api/admin/webhooks", idempotencyKey: true }, undefined, body, options);
  }

  /**
   * Show a webhook.
   *
   * With the reason, where the service switched it off.
   */
  show(params: WebhooksShowParams, options?: CallOptions): Call<WebhookOut> {
    return this.call({ method: "GET", path: "/api/admin/webhooks/{id}" }, params, undefined, options);
  }

  /**
   * Delete a webhook.
   *
   * With its secret and its deliveries. Nothing is sent any more, but for a message that is on its way.
   */
  delete(params: WebhooksDeleteParams, options?: CallOptions): Call<void> {
    return this.call({ method: "DELETE", path: "/api/admin/webhooks/{id}", answers: "nothing" }, params, undefined, options);
  }

  /**
   * Change a webhook.
   *
   * Only what is supplied changes. `active: true` also takes back that the service switched it off; what is still pending goes on.
   */
  update(params: WebhooksUpdateParams, body?: WebhookUpdate, options?: CallOptions): Call<WebhookOut> {
    return this.call({ method: "PATCH", path: "/api/admin/webhooks/{id}" }, params, body, options);
  }

  /**
   * Rotate a webhook's secret.
   *
   * The answer holds the new secret, this once. During the overlap every message has a signature with each of the two.
   */
  rotate(params: WebhooksRotateParams, body?: WebhookRotate, options?: CallOptions & WithIdempotencyKey): Call<WebhookWithSecret> {
    return this.call({ method: "POST", path: "/api/admin/webhooks/{id}/rotate", idempotencyKey: true }, params, body, options);
  }

  /**
   * Test a webhook.
   *
   * Sends a message of the type `webhook.test`, also to a webhook that is switched off, and answers what came back. It is no
   * delivery, and nothing follows from it.
   */
  test(params: WebhooksTestParams, options?: CallOptions & WithIdempotencyKey): Call<WebhookTested> {
    return this.call({ method: "POST", path: "/api/admin/webhooks/{id}/test", idempotencyKey: true }, params, undefined, options);
  }
}

/** What was sent to a webhook, and what it answered. */
export class WebhookDeliveries extends Noun {
  /**
   * List a webhook's deliveries.
   *
   * Those of the last 30 days, with what was answered last.
   */
  list(params: WebhookDeliveriesListParams, options?: CallOptions): Call<WebhookDeliveryList> {
    return this.call({ method: "GET", path: "/api/admin/webhooks/{id}/deliveries" }, params, undefined, options);
  }

  /**
   * List a webhook's deliveries: all of them.
   *
   * Everything, page by page: iterate with `for await`, or over `.pages`.
   */
  listAll(params: Omit<WebhookDeliveriesListParams, "cursor">, options?: CallOptions): Pages<WebhookDeliveryList["items"][number], WebhookDeliveryList> {
    return this.pages("items", (cursor) => this.list({ ...params, ...cursor } as WebhookDeliveriesListParams, options));
  }

  /**
   * Send a delivery again.
   *
   * Whatever became of it, as if for the first time, with the same `webhook-id`. To a webhook that is switched off it goes when
   * that is switched on.
   */
  redeliver(params: WebhookDeliveriesRedeliverParams, options?: CallOptions & WithIdempotencyKey): Call<WebhookDelivery> {
    return this.call({ method: "POST", path: "/api/admin/webhooks/{id}/deliveries/{delivery_id}/redeliver", idempotencyKey: true }, params, undefined, options);
  }

  /**
   * Send failed deliveries again.
   *
   * All of the webhook that failed and were made since a moment, as if for the first time.
   */
  redrive(params: WebhookDeliveriesRedriveParams, body: WebhookRedrive, options?: CallOptions & WithIdempotencyKey): Call<WebhookRedriven> {
    return this.call({ method: "POST", path: "/api/admin/webhooks/{id}/redrive", idempotencyKey: true }, params, body, options);
  }
}

/** Every noun of the API. */
export class Resources {
  /** Keys of the API: their scopes, restrictions and ends of life. */
  readonly apiKeys: ApiKeys;
  /** Who changed what. */
  readonly audit: Audit;
  /** The look of a landing page and its background pictures. */
  readonly appearance: Appearance;
  /** Messages to an audience, behind a safety gate. */
  readonly broadcasts: Broadcasts;
  /** Domains, their provisioning, and copies of drafts between them. */
  readonly domains: Domains;
  /** The buttons that a segment of visitors sees. */
  readonly buttons: Buttons;
  /** What sells of the vault. */
  readonly content: Content;
  /** The draft of a landing page: differences, preview, publication, versions. */
  readonly drafts: Drafts;
  /** Visits, clicks, subscriptions and revenue, and who paid. */
  readonly statistics: Statistics;
  /** Tracked links of the connected engine, one for each offer and country. */
  readonly funnelLinks: FunnelLinks;
  /** Banners that are kept for several landing pages. */
  readonly bannerPresets: BannerPresets;
  /** The people of the team and their rights. */
  readonly members: Members;
  /** The banner of a landing page. */
  readonly banners: Banners;
  /** Printed codes with a design, and their scans. */
  readonly qrCodes: QrCodes;
  /** What fans ask for, and the answers. */
  readonly contentRequests: ContentRequests;
  /** Groups of visitors of a landing page, by conditions. */
  readonly segments: Segments;
  /** Server-side conversion pixels of a funnel link. */
  readonly pixels: Pixels;
  /** What was sent to a pixel's platform, and what it answered. */
  readonly pixelDeliveries: PixelDeliveries;
  /** Links that split visitors between offers by weight and country. */
  readonly smartLinks: SmartLinks;
  /** What happens, told to the owner's own servers in signed messages. */
  readonly webhooks: Webhooks;
  /** What was sent to a webhook, and what it answered. */
  readonly webhookDeliveries: WebhookDeliveries;

  constructor(transport: Transport) {
    this.apiKeys = new ApiKeys(transport);
    this.audit = new Audit(transport);
    this.appearance = new Appearance(transport);
    this.broadcasts = new Broadcasts(transport);
    this.domains = new Domains(transport);
    this.buttons = new Buttons(transport);
    this.content = new Content(transport);
    this.drafts = new Drafts(transport);
    this.statistics = new Statistics(transport);
    this.funnelLinks = new FunnelLinks(transport);
    this.bannerPresets = new BannerPresets(transport);
    this.members = new Members(transport);
    this.banners = new Banners(transport);
    this.qrCodes = new QrCodes(transport);
    this.contentRequests = new ContentRequests(transport);
    this.segments = new Segments(transport);
    this.pixels = new Pixels(transport);
    this.pixelDeliveries = new PixelDeliveries(transport);
    this.smartLinks = new SmartLinks(transport);
    this.webhooks = new Webhooks(transport);
    this.webhookDeliveries = new WebhookDeliveries(transport);
  }
}
