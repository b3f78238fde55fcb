// @ts-nocheck
// \0rolldown/runtime.js
var e = Object.defineProperty, t = (e, t, n) => () => {
	if (n) throw n[0];
	try {
		return e && (t = e(e = 0)), t;
	} catch (e) {
		throw n = [e], e;
	}
}, n = (t, n) => {
	let r = {};
	for (var i in t) e(r, i, {
		get: t[i],
		enumerable: !0
	});
	return n || e(r, Symbol.toStringTag, { value: "Module" }), r;
};
// ../../tmp/version-LBTL3N/packages/telltale/src/core/lib/time.ts
function r(e, t, n) {
	return new Promise((r) => {
		if (n.aborted) return r();
		let i = e.after(t, a);
		n.addEventListener("abort", a);
		function a() {
			i(), n.removeEventListener("abort", a), r();
		}
	});
}
function i(e, t, n) {
	let r;
	function i() {
		r && (r(), r = void 0, n());
	}
	return {
		schedule() {
			r ??= e.after(t, i);
		},
		flush: i
	};
}
function a(e, t, n) {
	let r = o(n), i = () => {}, a = !1;
	return {
		signal: r.signal,
		hasPassed: () => a,
		start() {
			i(), t !== void 0 && (i = e.after(t, () => {
				a = !0, r.abort();
			}));
		},
		end() {
			r.abort(), i();
		}
	};
}
function o(e) {
	let t = new AbortController(), n = () => t.abort();
	return e?.addEventListener("abort", n, { signal: t.signal }), e?.aborted && n(), t;
}
var s, c, l = t((() => {
	s = (e) => new Promise((t) => {
		e.aborted && t(), e.addEventListener("abort", () => t());
	}), c = 5e3;
}));
// ../../tmp/version-LBTL3N/packages/telltale/src/core/http/http.ts
function u({ transport: e, clock: t, page: n }) {
	return async ({ timeoutMs: r, alsoSuccess: i, ...o }) => {
		let { url: s, headers: c } = o, l = n.isSameOrigin(s) ? n.cookie(f) : void 0, u = a(t, r, o.signal), d = e.send({
			...o,
			signal: u.signal,
			headers: {
				...c,
				...l && { [p]: l }
			}
		});
		u.start();
		let h = await d, g = h.outcome === "response" ? h.status : 0;
		if (h.outcome === "response" && (g >= 200 && g <= 299 || i?.(g))) return {
			...h,
			outcome: "success",
			text: () => h.text().finally(u.end),
			limit: u
		};
		if (u.end(), h.outcome !== "response") return {
			outcome: h.outcome === "cancelled" && u.hasPassed() ? "timeout" : h.outcome,
			status: g,
			retryAfterMs: 0
		};
		let _ = (e) => t.parse?.(h.header(e) ?? "") || 0, v = Number(h.header("Retry-After")) * 1e3 || _("Retry-After") - (_("Date") || t.now());
		return {
			outcome: g >= 400 && g <= 499 ? "bad-request" : "bad-status",
			status: g,
			retryAfterMs: Math.min(Math.max(v, 0), m)
		};
	};
}
function d(e) {
	return e >= 400 && e < 500 && !g.includes(e);
}
var f, p, m, h, g, _ = t((() => {
	l(), f = "XSRF-TOKEN", p = "X-XSRF-TOKEN", m = 36e5, h = "redirects, probably to a sign-in page", g = [
		400,
		408,
		429
	];
}));
// ../../tmp/version-LBTL3N/packages/telltale/src/core/lib/attempt.ts
function v(e, t) {
	try {
		return e();
	} catch (e) {
		return t?.(e);
	}
}
var y = t((() => {}));
// ../../tmp/version-LBTL3N/packages/telltale/src/core/lib/listeners.ts
function b(e, t) {
	for (let n of [...e]) if (e.has(n)) try {
		n(...t);
	} catch (e) {
		C(e);
	}
}
function x() {
	let e = /* @__PURE__ */ new Set();
	return {
		get size() {
			return e.size;
		},
		add(t) {
			let n = (...e) => t(...e);
			return e.add(n), () => void e.delete(n);
		},
		notify: (...t) => b(e, t)
	};
}
function S() {
	let e = /* @__PURE__ */ new Map();
	return {
		publish: (t, n) => e.get(t)?.notify(Object.freeze(n)),
		on(t, n) {
			let r = e.get(t) ?? x();
			return e.set(t, r), r.add(n);
		},
		isHeard: (t) => (e.get(t)?.size ?? 0) > 0
	};
}
var C, w = t((() => {
	C = (e) => queueMicrotask(() => {
		throw e;
	});
}));
// ../../tmp/version-LBTL3N/packages/telltale/src/core/lib/readable.ts
function T(e) {
	let t = e, n = x();
	return {
		...D(() => t, n.add),
		set(e) {
			Object.is(e, t) || (t = e, n.notify());
		}
	};
}
function E(e) {
	let t;
	return (n) => (t && t.given === n || (t = {
		given: n,
		answer: e(n)
	}), t.answer);
}
var D, O, k = t((() => {
	y(), w(), D = (e, t) => ({
		get: e,
		watch: t,
		subscribe(n) {
			let r = i;
			function i() {
				let t = e();
				Object.is(t, r) || (r = t, v(() => n(t), C));
			}
			let a = typeof n == "function" ? t(i) : () => {};
			return i(), a;
		}
	}), O = (e) => D(() => e, () => () => {});
})), A, j, M, N = t((() => {
	A = /^(?=\D{0,19}$|.{0,5}$)[\w-]*$/, j = (e) => e.replace(/[?#].*/s, "").split("/").map((e, t) => A.test(e) || t < 3 ? e : "").join("/"), M = (e) => e.replace(/\/+$/, "");
}));
// ../../tmp/version-LBTL3N/packages/telltale/src/core/model/promotion.ts
function ee(e, t) {
	if (typeof e == "string") return e;
	if (t === "only") throw re();
	return e[t];
}
function te(e) {
	if (P(e)) return;
	if (typeof e != "object" || !e) return "";
	let t = e, n = ne.find((e) => !P(t[e]));
	return n && `.${n}`;
}
var ne, re, P, F = t((() => {
	ne = [
		"production",
		"staging",
		"sandbox"
	], re = (e) => /* @__PURE__ */ Error(`Telltale cannot start. ${(e ?? void 0) === void 0 ? "The promotion level was read before it was set" : `promotion is "${String(e)}"`}: set promotion to ${ne.join(" or ")}. (T44)`), P = (e) => typeof e == "string" && e.trim() !== "";
}));
// ../../tmp/version-LBTL3N/packages/telltale/src/core/lib/json.ts
function I(e) {
	return typeof e == "object" && !!e && !Array.isArray(e);
}
function L(e) {
	let t = z(e ?? "");
	return I(t) ? t : {};
}
function ie(e, t, n) {
	let r = /* @__PURE__ */ new Map();
	try {
		let i = e[t];
		if (typeof i == "string" || typeof i == "boolean") return i;
		let a = B(i, function(e, i) {
			let a = r.get(this), o = a ? a + (Array.isArray(this) ? "[]" : `.${e}`) : t;
			return !ue(i, this[e]) || i === void 0 && Array.isArray(this) ? void n(o) : (r.set(i, o), i);
		}), o = z(a ?? "");
		if (ce(o)) return i === o ? i : R(o);
	} catch {}
	n(t);
}
function R(e) {
	let t = [e];
	for (let e of t) if (!(typeof e != "object" || Object.isFrozen(e))) for (let n of Object.values(Object.freeze(e))) t.push(n);
	return e;
}
function ae(e, t) {
	if (e === t) return !0;
	let n = [[e, t]];
	for (let e = n.pop(); e; e = n.pop()) {
		let [t, r] = e;
		if (t === r) continue;
		if (typeof t != "object" || typeof r != "object" || !t || !r) return !1;
		let i = Object.keys(t);
		if (Array.isArray(t) !== Array.isArray(r) || i.length !== Object.keys(r).length) return !1;
		for (let e of i) {
			if (!Object.hasOwn(r, e)) return !1;
			n.push([t[e], r[e]]);
		}
	}
	return !0;
}
function oe(e) {
	return e === null ? "null" : Array.isArray(e) ? "array" : Number.isNaN(e) ? "NaN" : typeof e;
}
var z, B, se, ce, le, ue, V, H = t((() => {
	y(), z = (e) => v(() => JSON.parse(e)), B = (e, t) => JSON.stringify(e, "toJSON" in Array.prototype ? function(e, n) {
		let r = Array.isArray(this[e]) ? this[e] : n;
		return t ? t.call(this, e, r) : r;
	} : t), se = 100, ce = (e, t = se) => typeof e != "object" || !e || t > 0 && Object.values(e).every((e) => ce(e, t - 1)), le = /t (Ob|Array]|Str|Nu|Bo|Un)/, ue = (e, t) => le.test(Object.prototype.toString.call(e)) && (typeof e == "number" ? Number.isFinite(e) : (e ?? t) === e), V = (e, t) => v(() => JSON.parse(B(e, t)));
}));
// ../../tmp/version-LBTL3N/packages/telltale/src/core/optionTable.ts
function de(e, t, n = []) {
	for (let [r, [i, a]] of Object.entries(e)) {
		let e = v(() => {
			let e = fe(t, r);
			return U(e) ? i(e, t) : !n.includes(r);
		}, () => !1);
		if (e !== !0) return [
			a,
			r,
			e || ""
		];
	}
}
function fe(e, t) {
	let n = e;
	for (let e of t.split(".")) n = I(n) ? n[e] : U(n) ? NaN : void 0;
	return n;
}
function pe(e) {
	let t = {};
	if (!I(e)) return t;
	for (let n of Object.keys(e)) t[n] = v(() => e[n], () => NaN);
	return t;
}
var U, me, he, W, ge, G = t((() => {
	y(), H(), F(), U = (e) => e != null, me = (e) => typeof e == "function", he = (e) => te(e) ?? !0, W = [me, "a function"], ge = [(e) => typeof e == "number" && e >= 0, "a number"];
}));
// ../../tmp/version-LBTL3N/packages/telltale/src/core/lib/retry.ts
function _e({ clock: e, random: t, backoff: n, signal: i }) {
	let a = 0, s = o(i), c = 0;
	return {
		get failures() {
			return a;
		},
		succeeded: () => void (a = c = 0),
		failed(r = 0) {
			return a += 1, c = r && e.now() + r, r + ve(a, n, t.number());
		},
		async wait(t) {
			t !== 0 && (s = o(i), await r(e, t, s.signal), s.abort());
		},
		retryNow() {
			e.now() >= c && s.abort();
		}
	};
}
function ve(e, { firstMs: t, maxMs: n }, r) {
	let i = Math.min(n, t * 2 ** Math.max(0, e - 1));
	return Math.round(i * (1 - r / 2));
}
var ye = t((() => {
	l();
}));
// ../../tmp/version-LBTL3N/packages/telltale/src/core/loadLater.ts
async function be({ load: e, platform: { clock: t, random: n, page: r }, bus: i, signal: a, where: o, missing: s }, c) {
	if (a.aborted) return;
	let l = e();
	if (!("then" in l)) return c(l);
	let u = _e({
		clock: t,
		random: n,
		backoff: xe,
		signal: a
	}), d = r.onReturn(u.retryNow), f = await we(l);
	for (; !f && !a.aborted;) {
		let t = u.failed();
		s && u.failures > 1 && i.publish("problem", {
			where: o,
			message: s,
			isError: !0
		}), await u.wait(t), a.aborted || (f = await we(e()));
	}
	d(), f && !a.aborted && c(f);
}
var xe, Se, Ce, we, Te = t((() => {
	ye(), xe = {
		firstMs: 1e3,
		maxMs: 6e4
	}, Se = "Check that the server keeps the files of earlier deployments.", Ce = (e, t) => e.platform.page.whenShown(() => void be(e, t)), we = (e) => Promise.resolve(e).catch(() => void 0);
})), Ee, K = t((() => {
	Ee = "pending";
}));
// ../../tmp/version-LBTL3N/packages/telltale/src/core/lib/uuid.ts
function De(e) {
	let t = -Infinity, n = 0, r = "", i = "";
	return (a) => {
		let o = Math.floor(a);
		if (n += 1, o > t || n === Oe) {
			t = Math.max(o, t + 1), n = 0;
			let a = t.toString(16).padStart(12, "0");
			r = `${a.slice(0, 8)}-${a.slice(8)}-7`, i = e().slice(18);
		}
		return r + n.toString(16).padStart(3, "0") + i;
	};
}
var Oe, ke = t((() => {
	Oe = 4096;
}));
// ../../tmp/version-LBTL3N/packages/telltale/src/events/drafts.ts
function Ae({ platform: e, identity: t, questions: n, bus: r }, i) {
	let { hasMessaging: a, destinations: o, steps: s } = i, { clock: c, page: l, random: u } = e, d = De(u.uuid), f = E(j), p, m = (e) => ae(e, p) ? p : p = R(e);
	function h(e, t) {
		r.publish("problem", {
			where: "track",
			message: e,
			...t && { isError: t }
		});
	}
	function g(e, t) {
		let { properties: n, leftOut: r } = je(t);
		return r.length > 0 && h(Fe(e, r)), n;
	}
	function _(e, r, i) {
		let a = c.now(), u = l.url(), p = f(u), _ = r, v;
		for (let t of s) try {
			let n = t.enrich?.(Object.freeze({
				name: e,
				at: a,
				url: p,
				properties: Object.freeze(_)
			}));
			if (n === void 0) continue;
			if (![n.properties ?? n.moment, n.moment ?? n.properties].every(I)) throw n;
			n.properties && (_ = {
				..._,
				...g(t.name, n.properties)
			}), n.moment && (v = {
				...v,
				...g(t.name, n.moment)
			});
		} catch {
			h(`the step "${t.name}" has failed: events go without what it adds (T156)`, !0);
		}
		let y = {
			id: d(a),
			page: n.page,
			n: 0,
			name: e,
			at: a,
			url: p,
			properties: _,
			epoch: t.get().epoch,
			destinations: o,
			[Ne]: u
		};
		return i && (y.messaging = !0), v && (y.moment = m(v)), y;
	}
	return {
		ofCall(e, t, n) {
			if (!P(e)) {
				h("the name of an event must be a non-empty string (T60)", !0);
				return;
			}
			let i = Pe(n);
			r.isHeard("call") && r.publish("call", {
				name: e,
				given: t ?? {},
				options: i
			});
			let o = g(e, t), { messaging: s } = i;
			return s && !a && h(`"${e}" needs a messenger: set messaging. (T62)`, !0), _(e, o, s);
		},
		ofOwn: (e, t, n) => Object.assign(_(e, g(e, t)), n && { kind: n })
	};
}
function je(e) {
	let t = /* @__PURE__ */ new Set(), n = [], r = v(() => Me(e ?? {}));
	r || t.add("all properties");
	for (let i of r ?? []) {
		let r = ie(e, i, (e) => t.add(e));
		r !== void 0 && n.push([i, r]);
	}
	return {
		properties: Object.fromEntries(n),
		leftOut: [...t]
	};
}
function Me(e) {
	let t = typeof e == "object" ? Object.keys(e) : [];
	return t.length > 0 || Object.prototype.toString.call(e) === "[object Object]" ? t : void 0;
}
var Ne, Pe, Fe, Ie = t((() => {
	y(), H(), k(), N(), ke(), F(), Ne = Symbol(), Pe = (e) => Object.freeze({ messaging: !!v(() => e?.messaging) }), Fe = (e, t) => `"${e}" goes without ${t.join(" and ")}, which JSON cannot hold (T61)`;
}));
// ../../tmp/version-LBTL3N/packages/telltale/src/events/reports.ts
function Le({ bus: e, platform: { clock: t } }) {
	function n(n, { id: r, name: i }, a) {
		e.isHeard("progress") && e.publish("progress", {
			id: r,
			step: n,
			at: t.now(),
			...n === "happened" && { name: i },
			...a
		});
	}
	return {
		progress: n,
		problem: (t, n) => e.publish("problem", {
			where: t,
			message: n
		})
	};
}
function Re({ bus: e, platform: t }) {
	let { get: n, set: r, subscribe: i } = T(R({
		dropped: {},
		storage: t.running ? "durable" : "memory",
		inMemory: 0,
		notReady: []
	}));
	return e.on("diagnosis", (e) => r(R({
		...n(),
		...e
	}))), {
		get: n,
		subscribe: i
	};
}
var ze = t((() => {
	H(), k();
}));
_(), G(), Te(), K(), Ie(), ze(), w();
var Be = 1e4;
function Ve(e, t) {
	let n = /* @__PURE__ */ new Map(), r = /* @__PURE__ */ new Map(), i = x(), a = [];
	function o(t, a) {
		let { id: o } = a.event, c = {
			type: t,
			record: a
		};
		n.set(o, {
			version: a,
			record: a,
			isPut: !0,
			isStored: !1,
			waitedMs: n.get(o)?.waitedMs
		}), r.set(c, !1), e.put(c), i.size > 0 ? i.notify() : r.size > Be && s([...r.keys()].slice(0, Be / 10));
	}
	function s(i) {
		for (let e of i) r.delete(e);
		let o = i.flatMap(({ record: { event: e } }) => n.delete(e.id) ? e : []);
		for (let { id: t } of o) e.forgetEvent(t);
		a.push(...o.map(({ page: e, n: t }) => ({
			page: e,
			n: t
		}))), t.problem("outbox", `more than ${Be} events wait for a file of Telltale: the oldest are given up (T70)`);
		for (let e of o) t.progress("dropped", e, {
			destination: "outbox",
			reason: "over-budget"
		});
	}
	return {
		byId: n,
		unwritten: r,
		add: (e) => e.todo.length > 0 && o("add", e),
		amend: (e) => o("amend", e),
		onPut: i.add,
		givenUp: a
	};
}
// ../../tmp/version-LBTL3N/packages/telltale/src/events/ownCopies.ts
function He({ storage: e, store: t, page: n }) {
	let r = `unwritten:${t}:`, i = `flagset:${t}:`, a = /* @__PURE__ */ new Set(), o = /* @__PURE__ */ new Map(), s = /* @__PURE__ */ new Map(), c = (e, ...t) => r + [e, ...t].join(":"), l = "";
	function u(e, t) {
		let r = `${i}${n}:${e}`, a = o.get(r) ?? d(r, t);
		return (a || l.length > Ue) && o.set(r, a), a;
	}
	function d(t, n) {
		return v(() => e.set(t, l = B(n))) ?? !1;
	}
	function f(e) {
		let t = s.get(e) ?? `${s.size}`;
		return s.set(e, t), t;
	}
	function p(e) {
		let { event: t, ...r } = e.record, { id: i, flagSet: o, moment: s } = t, l = c(i, e.type), p = s && f(s), m = (!o || u(o.id, o)) && (!s || u(p, s)), h = t.page === n ? void 0 : n, g = {
			...t,
			id: void 0,
			flagSet: o?.id,
			moment: p
		}, _ = m && d(l, {
			...r,
			by: h,
			event: g
		});
		return _ && a.add(l), _;
	}
	function m(t) {
		a.delete(t), e.remove(t);
		for (let [t, n] of o) n && a.size > 0 || (o.delete(t), e.remove(t));
	}
	return {
		page: n,
		store: t,
		prefix: r,
		setPrefix: i,
		own: a,
		keyOf: c,
		put: p,
		remove: m,
		forgetEvent(e) {
			for (let t of [...a]) t.startsWith(`${r}${e}:`) && m(t);
		}
	};
}
var Ue, We = t((() => {
	y(), H(), Ue = 9999;
}));
// ../../tmp/version-LBTL3N/packages/telltale/src/events/loadEvent.ts
function Ge(e) {
	let { app: t, platform: n } = e, r = !Ke(e);
	return t.multiPage && n.storage.set(Ye + t.space, String(n.clock.now())), r;
}
function Ke({ app: e, platform: { clock: t, storage: n } }) {
	let r = t.now() - Number(n.get(Ye + e.space));
	return e.multiPage && r >= 0 && r < Je;
}
function qe(e, t, n) {
	let r = [e.identity, e.questions].map(({ watch: e }) => e(o)), i = () => r.forEach((e) => e()), a;
	function o() {
		let { status: r, epoch: o } = e.identity.get();
		a?.epoch !== o && (a = t.ofOwn(Xe(e.app.name, e.platform.page))), r === "known" && e.questions.now().owner && (i(), Ge(e) && n(a));
	}
	return o(), i;
}
var Je, Ye, Xe, Ze = t((() => {
	Je = 18e5, Ye = "session:", Xe = (e, t) => `Load - App - ${e} - ${t.hasNavigationTiming() ? "Browser" : "Mobile App"}`;
}));
// ../../tmp/version-LBTL3N/packages/telltale/src/core/model/event.ts
function q(e) {
	if (e.status !== "resolving") {
		if (e.status === "unknown") {
			let { visitor: t } = e;
			return t ? { visitor: t } : {};
		}
		return Qe(e);
	}
}
var Qe, J, $e, Y = t((() => {
	Qe = ({ person: { unique_identity: e, mimic_user: t }, accounts: n }) => Object.freeze({
		id: e,
		...t && { impersonator: t },
		...n && { accounts: n }
	}), J = (e, t) => e.id === t.id && e.visitor === t.visitor && e.impersonator === t.impersonator && $e(e, t) && $e(t, e), $e = ({ accounts: e }, t) => Object.keys(t.accounts ?? {}).every((n) => e?.[n]?.key === t.accounts?.[n]?.key);
}));
// ../../tmp/version-LBTL3N/packages/telltale/src/events/attribution.ts
function et(e, t) {
	let { ageMs: n, isOwn: r, user: i, flags: a, flagsDeadlineMs: o = Infinity } = t;
	if (a.isReady && a.user && J(e, a.user)) return "current";
	let s = o;
	return i && !J(e, i) ? s = r ? 0 : tt : !i && !r && (s = Infinity), n < s ? void 0 : "none";
}
var tt, nt = t((() => {
	Y(), tt = 6e4;
}));
// ../../tmp/version-LBTL3N/packages/telltale/src/core/lib/hashText.ts
function rt(e, t) {
	let [n, r] = [3735928559 ^ t, 1103547991 ^ t];
	for (let t = 0; t < e.length; t += 1) {
		let i = e.charCodeAt(t);
		n = Math.imul(n ^ i, 2654435761), r = Math.imul(r ^ i, 1597334677);
	}
	return n = Math.imul(n ^ n >>> 16, 2246822507) ^ Math.imul(r ^ r >>> 13, 3266489909), r = Math.imul(r ^ r >>> 16, 2246822507) ^ Math.imul(n ^ n >>> 13, 3266489909), (4294967296 * (2097151 & r) + (n >>> 0)).toString(36);
}
var it = t((() => {}));
// ../../tmp/version-LBTL3N/packages/telltale/src/events/keyedFlags.ts
function at({ values: e, getFlag: t }) {
	let n = Object.entries(e).filter(([, e]) => ce(e)), r = ot(Object.fromEntries(n), Object.fromEntries(n.map(([e]) => [e, ct(t(e))])));
	return r && {
		...r,
		isKeyed: !0
	};
}
function ot(e, t) {
	let n = B([e, t]);
	return n === "[{},{}]" ? void 0 : {
		id: st.map((e) => rt(n, e)).join("-"),
		properties: e,
		flags: t
	};
}
var st, ct, lt = t((() => {
	H(), it(), st = [0, 1], ct = ({ variation: e, version: t, flagVersion: n = t, reason: r } = {}) => ({
		...e !== void 0 && { variation: e },
		...n && { version: n },
		...r && { reason: r.kind }
	});
}));
We(), Ze(), w(), k(), Y(), nt(), lt();
function ut(e) {
	let { inMemory: t, identity: n, questions: r, flags: i, flagsDeadlineMs: a } = e, o = x(), s = !1, c, l = (e) => ({
		event: e,
		todo: [Ee]
	}), u = E(at), d = ({ question: e }) => e?.startsWith(r.page) === !0, f = (e) => r.all.find(({ id: t }) => t === e.question);
	function p(e, t) {
		let n = f(e), r = e.identity ?? n?.owner;
		return r || n?.isOpen ? r : c?.(e, {
			...t,
			isOwn: d(e)
		});
	}
	function m(e, t) {
		let n = p(e, t);
		if (!n) return g(_(e));
		let r = e.identity ? e : {
			...e,
			identity: n
		};
		return e.flagsUser && J(e.flagsUser, n) ? r : h(r, n, {
			ageMs: t.ageMs,
			isOwn: d(e)
		}) ?? g(r);
	}
	function h(e, t, r) {
		let o = i.get(), s = et(t, {
			...r,
			user: q(n.get()),
			flags: o,
			flagsDeadlineMs: a
		}), c = s === "current" && u(o);
		if (!s) return;
		if (c) return {
			...e,
			identity: t,
			flagsUser: t,
			flagSet: c
		};
		let { flagSet: l, ...d } = e;
		return {
			...d,
			identity: t,
			flagsUser: t
		};
	}
	function g(e) {
		let t = i.get(), { isReady: n, epoch: r, user: a } = t;
		if (e.flagsUser || !n || !a || r !== e.epoch) return e;
		let o = u(t);
		return {
			...e,
			flagsUser: a,
			...o && { flagSet: o }
		};
	}
	function _(e) {
		let t = e.tokenDigest ? void 0 : f(e)?.tokenDigest;
		return t ? {
			...e,
			tokenDigest: t
		} : e;
	}
	let v = (e) => s && !e.hasLock ? {
		...e,
		hasLock: s
	} : e;
	function y() {
		t.byId.forEach(b), o.notify();
	}
	function b({ record: e, waitedMs: n = 0 }) {
		let r = e.event;
		if (!e.todo.includes("pending") || !d(r)) return;
		let i = l(m(v(r), { ageMs: n }));
		i.event !== r && t.amend(i);
	}
	let S = [
		n,
		r,
		i
	].map(({ watch: e }) => e(y));
	return {
		isOwn: d,
		learn: m,
		update: b,
		onChange: o.add,
		record(e) {
			let t = r.now(), { id: n, tokenDigest: a, owner: o } = t, { user: u } = i.get(), d = c && o && h(e, o, {
				ageMs: 0,
				isOwn: !0
			});
			if (d) return l(d);
			o || r.expect(t);
			let f = {
				...e,
				question: n,
				...s && { hasLock: s },
				...o ? { identity: o } : {
					...a && { tokenDigest: a },
					...u?.id && { shown: u }
				}
			};
			return l(m(f, { ageMs: 0 }));
		},
		onLock(e) {
			s = e, e && y();
		},
		settleBy(e, t) {
			l = e, c = t, y();
		},
		stop() {
			for (let e of S) e();
		}
	};
}
// ../../tmp/version-LBTL3N/packages/telltale/src/events/screen.ts
function dt(e) {
	let t = "";
	return {
		name: "screen",
		enrich() {
			return t || (t = e.screen(), queueMicrotask(() => t = "")), { properties: { screen_dimensions: t } };
		}
	};
}
// ../../tmp/version-LBTL3N/packages/telltale/src/events/storeName.ts
it();
var ft = (e, t) => `${e}#${[...new Set(t.map((e) => rt(e, 0)))].sort().join(".")}`;
y(), w(), l(), F(), K();
var pt = 5e3, mt = 2 ** 31 - 1;
function ht(e, t) {
	let { flags: n, destinations: i, hasMessaging: a, flagsDeadlineMs: o, maxBytes: s } = e, { platform: c, identity: l, questions: u, app: d } = t, f = new AbortController(), { signal: p } = f, m = Le(t), h = i.map(({ name: e }) => e), g = h.find((e, t) => h.indexOf(e) !== t);
	if (g !== void 0) throw Error(`Telltale cannot start. Two destinations are called "${g}". (T27)`);
	let _ = i.flatMap(({ http: e }) => e ? ee(e.url, d.promotion) : []), y = new Map(i.flatMap(({ name: e, start: n }) => n ? [[e, n(t)]] : [])), b = [dt(c.page), ...e.steps], S = Ae(t, {
		hasMessaging: a,
		destinations: h,
		steps: b
	}), C = ft(d.space, _), w = He({
		...c,
		store: C,
		page: u.page
	}), T = Ve(w, m), E = x(), D = c.page.onMayExit(E.notify), O = ut({
		inMemory: T,
		identity: l,
		questions: u,
		flags: n,
		flagsDeadlineMs: o
	}), k = 0, A, j = (e) => c.page.whenShown(() => te(e)), M = (...e) => {
		p.aborted || j(S.ofOwn(...e));
	}, N = new Promise((n) => {
		Ce({
			...t,
			signal: p,
			load: e.loadDeliveries,
			where: "delivery",
			missing: gt
		}, (e) => {
			A = e({
				parts: i,
				steps: b,
				flagsDeadlineMs: o,
				maxBytes: s,
				last: () => k,
				record: M,
				started: y,
				recorder: O,
				inMemory: T,
				ownCopies: w,
				onMayExit: E.add
			}, t), n(A);
		});
	});
	function te(e) {
		let t = Object.assign(e, { n: k += 1 });
		m.progress("happened", t);
		let n = O.record(t);
		n.todo.includes("pending") && (m.progress(Ee, t), A?.watch(n.event)), T.add(n);
	}
	return {
		destinations: h,
		record: M,
		announce: () => qe(t, S, j),
		track(e, t, n) {
			let r = p.aborted ? void 0 : S.ofCall(e, t, n);
			return r && j(r), r?.id;
		},
		refused: {
			read: async () => (await N).refused.read(),
			retry: async () => (await N).refused.retry(),
			discard: async () => (await N).refused.discard()
		},
		counts: async () => (await N).count(),
		async flush(e) {
			let t = v(() => Number(e?.timeoutMs ?? NaN)) ?? NaN, n = t >= 0 ? Math.min(t, mt) : pt;
			return A || await Promise.race([N, r(c.clock, n, p)]), A && !p.aborted ? A.flush(n) : {
				isComplete: !1,
				acknowledged: {},
				refused: {},
				waiting: {
					pending: T.byId.size,
					unread: {}
				},
				reasons: { outbox: p.aborted ? "the layer is closed" : "the code that delivers events has not loaded" }
			};
		},
		stop() {
			f.abort(), A?.stop();
			for (let e of [O, ...y.values()]) e.stop();
			D();
		}
	};
}
var gt = `the file that delivers events could not be loaded. Events are kept. ${Se} (T71)`;
// ../../tmp/version-LBTL3N/packages/telltale/src/events/destination.ts
function _t(e) {
	if (!("deliver" in e)) return e;
	let { name: t, compresses: n = !1, sharesFlags: r = !1, batchSize: i } = e;
	return {
		name: t,
		start: () => ({
			name: t,
			type: "acknowledging",
			compresses: n,
			sharesFlags: r,
			...i && { batchSize: Math.max(1, Math.floor(i)) },
			accepts: (t) => e.accepts?.(t) ?? !0,
			whenReady: async (t) => e.whenReady?.(t),
			deliver: (t, n) => e.deliver(t, n),
			stop: () => void (async () => e.stop?.())().catch(() => {})
		})
	};
}
// ../../tmp/version-LBTL3N/packages/telltale/src/core/lib/thenable.ts
var vt, yt = t((() => {
	vt = (e) => typeof e?.then == "function";
}));
yt(), w(), l();
var bt = 100, xt = 3;
function St({ clock: e, tokenDigests: t, page: n, signal: r }) {
	let i = [], a = /* @__PURE__ */ new Set(), s = x(), c = 0, l = () => ({
		id: `${n}/${c++}`,
		askedAt: e.now(),
		isOpen: !0,
		controller: o(r)
	}), u = l();
	function d() {
		let e = u = l();
		i.filter((e) => !e.isAsking || !a.has(e)).forEach(f), i.push(e);
		let t = i.filter(({ isOpen: e }) => e);
		return t.length > xt && f(t[1]), i.length > bt && i.shift(), e;
	}
	function f(e) {
		e.isOpen = !1, e.controller.abort(), a.delete(e);
	}
	return {
		page: n,
		now: () => u,
		all: i,
		isOf: ({ tokenDigest: e, token: n }, r) => e === r || n !== void 0 && t.match(r, n),
		expect: (e) => void a.add(e),
		watch: s.add,
		begin: d,
		giveUp: () => void (u = {
			...l(),
			owner: {},
			isOpen: !1
		}),
		name(e, n) {
			e.token = n, e.tokenDigest = t.of(n), a.has(e) && s.notify();
		},
		settle(e, t) {
			e.owner = t, f(e), e === i.at(-1) && (u = e), s.notify();
		},
		abandon: f
	};
}
// ../../tmp/version-LBTL3N/packages/telltale/src/core/model/identity.ts
var Ct, wt, Tt = t((() => {
	Ct = /token|secret|passw|jwt|credential|api_?key|session_?id/i, wt = (e, t) => Ct.test(e) ? void 0 : t;
}));
Tt(), H();
var Et = [
	"unique_identity",
	"user_id",
	"company_id",
	"company_name",
	"user_name",
	"email_address",
	"user_hash"
], Dt = "unknown impersonator", Ot = /^(?:(true|t|yes|y|on|1)|false|f|no?|off|0|null|none|nil|undefined|)$/i, kt = 1e6;
function At(e = "", t) {
	if (e.length > kt) return;
	let n = L(z(e) ? Mt(e) : "");
	return ce(n) ? Nt(n, t) : void 0;
}
var jt = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g, Mt = (e) => e.replace(jt, (e) => /^-?\d+$/.test(e) && !Number.isSafeInteger(+e) ? `"${e}"` : e);
function Nt(e, t = () => {}) {
	if (!I(e)) return;
	let n = /* @__PURE__ */ new Set(), r = Object.create(null);
	for (let t of /* @__PURE__ */ new Set([
		"unique_identity",
		"mimic_user",
		...Object.keys(e)
	])) r[t] = ie(e, t, () => n.add(t));
	if (Pt(r, Et, (e) => n.add(e)), r.mimic_user = It(r, n), r.unique_identity) return n.size > 0 && t(`A person has unreadable fields: ${[...n].join(", ")} (T148)`), Object.freeze(Object.fromEntries(Object.entries(r).filter(([, e]) => Ft(e))));
}
function Pt(e, t, n) {
	for (let r of t) {
		let t = Lt(e[r]);
		!t && (e[r] ?? "") !== "" && n(r), e[r] = t;
	}
}
var Ft = (e) => (e ?? void 0) !== void 0;
function It(e, t) {
	let n = e.mimic_user ?? (t.has("mimic_user") ? {} : ""), r = typeof n == "object" ? null : Ot.exec(String(n).trim());
	if (r && !r[1]) return;
	let i = (r ? [e.email_address] : typeof n == "string" ? [n] : [
		"email_address",
		"user_name",
		"unique_identity"
	].map((e) => n[e])).map(Lt).find((e) => e && !Ot.test(e.trim()));
	return !i && !r && t.add("mimic_user"), i ?? Dt;
}
function Lt(e) {
	return Number.isSafeInteger(e) && !Object.is(e, -0) ? String(e) : typeof e == "string" && e !== "" ? e : void 0;
}
function Rt(e) {
	let { user_name: t, unique_identity: n, mimic_user: r } = e, i = t ?? n;
	return r ? {
		name: i,
		displayIdentity: `${r} as ${i}`,
		impersonator: r
	} : {
		name: i,
		displayIdentity: i
	};
}
H(), it();
var zt = "salt", Bt = ":";
function Vt({ storage: e, random: t }) {
	let n;
	function r() {
		return n || (n = e.get(zt) ?? t.uuid(), e.set(zt, n)), n;
	}
	return {
		of: (e) => Ht(r(), e),
		match: (e, t) => e === Ht(e.slice(0, e.lastIndexOf(Bt)), t)
	};
}
var Ht = (e, t) => e + Bt + rt(e + t, 0) + rt(e + t, 1), Ut = "identity";
function Wt(e, t) {
	return {
		get(n, r) {
			let i = L(e.get(Ut)), { of: a, person: o } = i;
			return i.url === r && typeof a == "string" && t.match(a, n) ? Nt(o) : void 0;
		},
		set(n, r, i) {
			let a = B({
				of: t.of(n),
				person: r,
				url: i
			}, wt);
			e.set(Ut, a) || e.remove(Ut);
		},
		clear: () => e.remove(Ut)
	};
}
// ../../tmp/version-LBTL3N/packages/telltale/src/identity/nextIdentity.ts
Y();
function Gt(e, t, n) {
	let { status: r, epoch: i, tokenDigest: a } = e, o = a !== void 0 && { tokenDigest: a }, s = a === void 0 ? i : n;
	switch (t.type) {
		case "asked": {
			if (a === t.tokenDigest) return e;
			let i = {
				status: "resolving",
				epoch: r === "resolving" ? s : n,
				tokenDigest: t.tokenDigest
			};
			return t.person ? Gt(i, {
				...t,
				type: "answered"
			}, "") : i;
		}
		case "answered": {
			let { person: a, accounts: s } = t;
			return {
				status: "known",
				epoch: (r === "known" ? J(Qe(t), Qe(e)) : r === "resolving") ? i : n,
				...o,
				person: a,
				...s && { accounts: s },
				...Rt(a)
			};
		}
		case "failed": return {
			status: "unknown",
			reason: t.reason,
			epoch: r === "unknown" ? i : n,
			...o
		};
		case "nobody":
		case "reset": return {
			status: "unknown",
			reason: "signed-out",
			epoch: t.type === "reset" ? n : s
		};
		case "pending": return {
			status: "resolving",
			epoch: s
		};
	}
}
H(), k(), l(), Y();
var Kt = "useHeaperIdentity() error", qt = 1e3;
function Jt(e, t, { accountsOf: n = () => void 0, withVisitor: i = (e) => e } = {}) {
	let { storage: a, random: c, log: l, clock: u, page: d } = e, f = Vt(e), p = Wt(a, f), m = new AbortController(), h = St({
		clock: u,
		tokenDigests: f,
		page: c.uuid(),
		signal: m.signal
	}), g = R({
		status: "resolving",
		epoch: c.uuid()
	}), _ = T(g), v = T(g), y = T(void 0), b = T(void 0), x, S, C = !1;
	function w(e, t = !0) {
		let n = _.get(), r = i(Gt(n, e, c.uuid()), n);
		e.type === "asked" ? r !== n && (C = !1) : C = t, ae(r, n) || _.set(R(r));
		let { epoch: a, tokenDigest: o } = _.get(), s = C ? _.get() : R({
			status: "resolving",
			epoch: a,
			...o !== void 0 && { tokenDigest: o }
		});
		ae(s, v.get()) || v.set(s);
	}
	function E(e, t) {
		e === x && (w(t), y.set(void 0));
		let n = e === x && q(_.get()) || {};
		h.settle(e, t.type === "answered" ? Qe(t) : n);
	}
	let D = (e) => ({
		type: "answered",
		person: e,
		accounts: n(e)
	}), O = (e) => l.error(Kt, Error(e));
	function k(e, t, n = "failed") {
		E(e, {
			type: "failed",
			reason: n
		}), e === x && (O(`the user is unknown: ${t}`), y.set({
			reason: t,
			signal: e.controller.signal
		}));
	}
	async function A() {
		if (!m.signal.aborted) return new Promise((e) => d.whenShown(() => e(j())));
	}
	async function j() {
		if (m.signal.aborted) return;
		S || (x = h.begin()), S?.abort(), S = void 0;
		let e = x;
		return b.set(e), M(e);
	}
	async function M(e) {
		let n = t.read(), r = vt(n) ? await N(e, n) : n;
		return r && ee(e, r);
	}
	async function N(e, t) {
		let n = o(e.controller.signal);
		e.isAsking = !0;
		let r = await Promise.race([t, s(n.signal)]);
		return e.isAsking = !1, n.abort(), r;
	}
	async function ee(e, t) {
		switch (t.status) {
			case "waiting": return e === x ? te(e) : h.abandon(e);
			case "failed": return t.isTemporary ? re(e, t.reason) : k(e, t.reason);
			case "nobody": return e === x && p.clear(), E(e, { type: "nobody" });
			case "signed-in": return ne(e, t);
		}
	}
	async function te(e) {
		let t = o(e.controller.signal);
		if (S = t, w({ type: "pending" }), await r(u, qt, t.signal), !t.signal.aborted) return t.abort(), S = void 0, M(e);
	}
	async function ne(e, { person: n, ...r }) {
		let { token: i } = r;
		h.name(e, i);
		let a = n ?? p.get(i, t.scope), o = a && D(a);
		if (e === x && w({
			...o,
			type: "asked",
			tokenDigest: f.of(i)
		}), n) return E(e, o);
		let { signal: s } = e.controller;
		e.isAsking = !0;
		let c = await t.ask?.(r, s);
		if (e.isAsking = !1, s.aborted || !c) return;
		let l = e === x;
		if (c.outcome === "known") {
			let { person: n } = c;
			l && p.set(r.token, n, t.scope), E(e, D(n));
		} else c.outcome === "failed" ? re(e, c.reason, c.retryAfterMs) : (l && c.outcome === "refused" && p.clear(), k(e, c.reason, c.outcome === "refused" ? "refused" : "failed"));
	}
	function re(e, t, n) {
		if (e !== x) return h.abandon(e);
		let { signal: r } = e.controller;
		y.get()?.signal !== r && O(`who-am-i is asked again: ${t}`), y.set({
			reason: t,
			retryAfterMs: n,
			signal: r
		});
	}
	async function P() {
		let e = x, n = await N(e, Promise.resolve(t.read()));
		if (!n) return;
		let { token: r, isTemporary: i } = n;
		return i || e.token === void 0 || r === e.token ? ee(e, n) : e === x ? A() : h.abandon(e);
	}
	function F(e) {
		(e || _.get().status === "resolving") && (w({
			type: "failed",
			reason: "failed"
		}, e), e && (O(`the user is unknown: ${y.get()?.reason}`), h.giveUp()));
	}
	function I() {
		let e = S && x;
		S?.abort(), S = void 0, p.clear(), t.reset?.(), x = h.begin(), E(x, { type: "reset" }), e && h.settle(e, {});
	}
	return {
		current: _,
		confirmed: v,
		questions: h,
		repetition: {
			asked: b,
			failed: y,
			repeat: P,
			giveUp: F
		},
		refresh: A,
		reset: () => d.whenShown(I),
		stop: () => m.abort()
	};
}
H(), yt(), Tt();
var Yt = /^(?!(user|kind|multi|__proto__)$)[\w.-]+$/, Xt = 10;
function Zt(e, t) {
	let n = {}, r = /* @__PURE__ */ new Set(), i;
	try {
		if (i = e() ?? {}, !I(i) || vt(i)) throw Error();
		Object.keys(i).forEach((e, t) => {
			let a = () => void r.add(e), o = ie(i, e, a) || {}, s = { ...o };
			Pt(s, ["key", "name"], a), !Yt.test(e) || t >= Xt || !I(o) ? a() : s.key && !r.has(e) && (n[e] = R(V(s, Qt)));
		});
	} catch {
		r.add("all"), Promise.resolve(i).catch(() => {});
	}
	return r.size && t(`Accounts are left out: ${[...r].join(", ")} (T170)`), Object.keys(n)[0] === void 0 ? void 0 : Object.freeze(n);
}
var Qt = (e, t) => wt(e, t) ?? void 0;
// ../../tmp/version-LBTL3N/packages/telltale/src/identity/personSource.ts
H();
function $t(e, t) {
	let n = () => r(e ?? (() => void 0));
	function r(e) {
		try {
			let n = e();
			if (n === void 0) return { status: "waiting" };
			if (n === null) return { status: "nobody" };
			let r = Nt(n, t);
			return r ? {
				status: "signed-in",
				token: B([r.unique_identity, r.mimic_user]),
				person: r
			} : (Promise.resolve(n).catch(() => {}), {
				status: "failed",
				reason: "a person needs a unique_identity: a text, or a safe integer (T58)"
			});
		} catch {
			return {
				status: "failed",
				reason: "identity.person has thrown (T57)"
			};
		}
	}
	return {
		read: () => n(),
		setPerson(e) {
			let t = r(() => e);
			n = () => t;
		},
		reset() {
			e || (n = () => ({ status: "nobody" }));
		},
		scope: ""
	};
}
// ../../tmp/version-LBTL3N/packages/telltale/src/identity/visitors.ts
function en({ storage: e, random: t }, n) {
	let r = tn + n;
	return (i, a) => {
		let o = an(e, r), { tokenDigest: s } = i, c = e.get(rn + n), l = a.status === "unknown";
		if (o && s && !a.tokenDigest && (l || c !== s) && (e.set(`${nn}${n} ${s}`, o), e.remove(r)), s && c !== s && e.set(rn + n, s), !("reason" in i) || i.reason !== "signed-out") return i;
		l || e.remove(rn + n);
		let u = o && !a.tokenDigest && (l || !c), d = u ? o : t.uuid();
		if (!u && !e.set(r, d)) return i;
		let f = "visitor" in a && a.visitor !== d;
		return {
			...i,
			visitor: d,
			...f && { epoch: t.uuid() }
		};
	};
}
var tn, nn, rn, an, on = t((() => {
	tn = "visitor:", nn = "visitor-signs-in:", rn = "visitor-signed-in:", an = (e, t) => /^[\da-f-]{36}$/.exec(e.get(t) ?? "")?.[0];
}));
on(), y();
var sn = [
	401,
	403,
	404
];
async function cn({ url: e, appPlatform: t, tokens: n, signal: r }, { http: i, report: a }) {
	let o = v(() => mn(n, t));
	if (!o) return {
		outcome: "unusable",
		reason: pn
	};
	let s = await i({
		url: e,
		headers: o,
		noStore: !0,
		signal: r
	});
	if (s.outcome !== "success") {
		let { status: e, retryAfterMs: t } = s;
		return {
			outcome: sn.includes(e) ? "refused" : "failed",
			reason: un(s),
			retryAfterMs: t
		};
	}
	let c = At(await s.text(), a);
	return c ? {
		outcome: "known",
		person: c
	} : {
		outcome: "failed",
		reason: ln
	};
}
var ln = "invalid who-am-i response: a JSON object with a unique_identity is expected (T52)";
function un({ outcome: e, status: t }) {
	return d(t) ? `who-am-i answered with status ${t}: ${t === 401 || t === 403 ? "sign in again, or check auth.token" : "check api and projects"} (T139)` : t ? `who-am-i answered with status ${t} (T49)` : e === "redirect" ? `who-am-i ${h} (T50)` : "no answer came from who-am-i (T51)";
}
var dn = 36, fn = (e) => e.length !== dn, pn = "Auth0 JWT detected without an idToken: check auth.token and auth.idToken (T53)";
function mn({ token: e, idToken: t }, n) {
	if (fn(e) && !t) throw Error(pn);
	return {
		Authorization: `Bearer ${e}`,
		...t && { IdToken: t },
		"Authorization-App-Platform": n
	};
}
// ../../tmp/version-LBTL3N/packages/telltale/src/identity/whoAmISource.ts
yt();
var hn = {
	status: "failed",
	reason: "auth.token or auth.idToken has failed (T54)"
};
function gn({ url: e, appPlatform: t, token: n, idToken: r }, i) {
	function a(e, t) {
		return e ? typeof e != "string" || t && typeof t != "string" ? {
			status: "failed",
			reason: "auth.token and auth.idToken must return texts (T55)"
		} : r && t === void 0 && fn(e) ? { status: "waiting" } : {
			status: "signed-in",
			token: e,
			idToken: t
		} : { status: e === void 0 ? "waiting" : "nobody" };
	}
	async function o(e, t) {
		try {
			let n = await e;
			return a(n, n ? await t() : null);
		} catch {
			return {
				...hn,
				isTemporary: !0
			};
		}
	}
	return {
		scope: e,
		ask: (n, r) => cn({
			url: e,
			appPlatform: t,
			tokens: n,
			signal: r
		}, i),
		read() {
			try {
				let e = n();
				if (vt(e)) return o(e, () => r?.());
				let t = e ? r?.() : null;
				return vt(t) ? o(e, () => t) : a(e, t);
			} catch {
				return hn;
			}
		}
	};
}
// ../../tmp/version-LBTL3N/packages/telltale/src/layer/reportProblems.ts
var _n = 100;
function vn({ bus: e, platform: t }, n) {
	let r = /* @__PURE__ */ new Set();
	return e.on("problem", ({ where: e, message: i, isError: a, isRecurring: o }) => {
		let s = `Telltale (${e}): ${i}`;
		!a && n() || r.has(s) && !o || r.size >= _n || (r.add(s), t.log[a ? "error" : "warn"](s));
	});
}
// ../../tmp/version-LBTL3N/packages/telltale/src/layer/checkSettings.ts
function yn(e) {
	let { app: t, ...n } = pe(e);
	return {
		...n,
		app: pe(typeof t == "string" ? { name: t } : t)
	};
}
function bn(e) {
	let t = yn(e), { api: n, auth: r, identity: i } = t, a = U(n) || U(r), o = U(i) && ![
		"accounts",
		"traits",
		"visitor"
	].some((e) => U(fe(i, e))) ? ["identity.person"] : [], s = ["app.name", ...a ? ["api", "auth.token"] : o], [c, l, u] = de(On, { ...t }, s) ?? [];
	return c ? `Set ${l}${u} to ${c}. (T22)` : a && U(fe(i, "person")) ? "Set identity, or api and auth, but not both. (T23)" : void 0;
}
function xn({ promotion: e }) {
	if (!U(e)) return "only";
	let t = typeof e == "function" ? v(e) : e;
	if (Sn(t)) return t;
	throw re(t);
}
var Sn, Cn, wn, Tn, En, Dn, On, kn, An = t((() => {
	y(), H(), F(), Sn = (e) => ne.includes(e), Cn = (...e) => (t) => I(t) && P(t.name) && e.some((e) => me(t[e])), wn = Cn("start"), Tn = (e, t) => Cn("start", "deliver")(e, t) || I(fe(e, "http")) && P(fe(e, "name")), En = (e) => (t, n) => Array.isArray(t) && t.every((t) => e(t, n)), Dn = (e, { app: t }) => P(e) || (ne.map((e) => `.${e}.${kn(t)}`).find((t) => !P(fe(e, t.slice(1)))) ?? !0), On = {
		"app.name": [P, "the name of the application"],
		api: [he, "an address"],
		"auth.token": W,
		"auth.idToken": W,
		"identity.person": W,
		"identity.accounts": W,
		"identity.traits": W,
		projects: [Dn, "the id of a project"],
		flags: [wn, "what launchDarkly() returns"],
		analytics: [Tn, "what heap() returns"],
		monitoring: [Tn, "what datadog() returns"],
		messaging: [Tn, "what intercom() returns"],
		destinations: [En(Tn), "a list of destinations"],
		observers: [En(wn), "a list of observers"],
		"events.steps": [En(Cn("enrich", "process", "start")), "a list of steps"],
		"events.maxBytes": ge,
		"events.flagsDeadlineMs": ge
	}, kn = (e) => e.internal === !0 ? "internal" : "external";
}));
An(), k(), l();
function jn(e, t, n) {
	let i = T(!1), a = /* @__PURE__ */ new Map(), o = new AbortController(), s = e.watch(l);
	l();
	function l() {
		e.get().isReady && (u(), i.set(!0));
	}
	function u() {
		s(), o.abort();
	}
	return {
		...i,
		within(e) {
			e > 5e3 && n(`ready.within: wait for ${c} ms or less. (T47)`);
			let i = a.get(e) ?? r(t, e, o.signal).then(() => void (i.isOver = !0));
			return a.set(e, i), i;
		},
		stop: u
	};
}
// ../../tmp/version-LBTL3N/packages/telltale/src/core/model/flag.ts
function Mn(e, t, n) {
	if (!e) return Ln(t, "FLAG_NOT_FOUND");
	let { value: r, variation: i, reason: a } = e;
	return (n ? n(r) : In(t, r)) ? {
		value: r ?? t,
		...i !== void 0 && { variationIndex: i },
		...a && { reason: a }
	} : Ln(t, "WRONG_TYPE");
}
var Nn = (e) => e?.reason?.kind === Pn.kind, Pn = { kind: "OVERRIDE" }, Fn = (e, t) => e && In(t, e.value) ? e.value ?? t : t, In = (e, t) => e == null || t === null || typeof t == typeof e;
function Ln(e, t) {
	return {
		value: e,
		reason: {
			kind: "ERROR",
			errorKind: t
		}
	};
}
y(), H(), k(), Y();
function Rn(e, t = {}) {
	for (let e of Object.values(t)) v(() => R(e.default));
	let n = (e, n) => n === void 0 ? t[e]?.default : n, { current: r, stop: i, ...a } = e;
	return {
		...a,
		variation: (e, t) => a.variation(e, n(e, t)),
		variationDetail: (e, t) => a.variationDetail(e, n(e, t)),
		value(e, t) {
			let r = n(e, t);
			return D(() => Fn(a.getFlag(e), r), (t) => a.watch(e, t, { fallback: r }));
		},
		recordExposure: (e, t) => a.recordExposure(e, n(e, t))
	};
}
var zn = {}, Bn = ({ identity: e }) => ({
	status: O("live"),
	variation: (e, t) => t,
	variationDetail: (e, t) => ({ value: t }),
	allFlags: () => zn,
	getFlag: () => void 0,
	bootstrapFlag: () => void 0,
	servedFlag: () => void 0,
	recordExposure: () => {},
	watch: () => () => {},
	track: () => {},
	override: () => {},
	current: D(() => {
		let t = e.get(), n = q(t);
		return {
			epoch: t.epoch,
			isReady: t.status !== "resolving",
			user: n,
			values: zn,
			getFlag: () => void 0
		};
	}, e.watch),
	stop: () => {}
});
_(), y(), w(), k(), N(), F(), G(), ze();
var Vn = 125e4, Hn = "identify() replaces identity.person. (T151)", Un = "The call was ignored: who-am-i says who is signed in. (T59)";
function Wn(e, { platform: t, loadDeliveries: n }) {
	let r = yn(e), i = bn(r);
	if (i) throw Error(`Telltale cannot start. ${i}`);
	let a = xn(r), o = qn(r, a), s = r.definitions ?? {}, { name: c, platform: l, multiPage: d } = r.app, f = P(l) ? l : "web", p = d === !0, m = `${c}@${a}/${o ?? ""}`, h = {
		name: c,
		platform: f,
		multiPage: p,
		space: m,
		promotion: a,
		projectId: o
	}, g = u(t), _ = S(), { auth: y } = r, b = (e) => (t) => _.publish("problem", {
		where: e,
		message: t
	}), x = y ? gn({
		...y,
		appPlatform: f,
		url: Kn(ee(r.api ?? "", a), o)
	}, {
		http: g,
		report: b("identity")
	}) : $t(r.identity?.person, b("identity")), { accounts: C, visitor: w } = r.identity ?? {}, T = Jt(t, x, {
		accountsOf: (e) => C && Zt(() => C(e), b("identity")),
		withVisitor: w === !0 ? en(t, m) : void 0
	}), { current: E, confirmed: O, questions: k, repetition: A, refresh: j, reset: M } = T, N = Re({
		bus: _,
		platform: t
	}), te = {
		platform: t,
		http: g,
		identity: O,
		questions: k,
		repetition: A,
		bus: _,
		diagnostics: N,
		app: h
	}, ne = vn(te, () => r.silent === !0 || a === "production");
	t.running?.has(c) && b("layer")(`Two layers of "${c}" run in this page: close() one of them. (T43)`), t.running?.add(c);
	let re = {
		...te,
		identity: E
	}, F = r.flags?.start(re) ?? Bn(re), I = r.events?.steps ?? [], L = ht({
		flags: F.current,
		destinations: Jn(r),
		hasMessaging: !!r.messaging,
		flagsDeadlineMs: r.events?.flagsDeadlineMs ?? void 0,
		maxBytes: r.events?.maxBytes ?? Vn,
		steps: I,
		loadDeliveries: n
	}, te), { status: ie, allFlags: R, getFlag: ae, servedFlag: oe, override: z } = F, B = jn(F.current, t.clock, b("ready")), se = {
		app: c,
		promotion: a === "only" ? void 0 : a,
		destinations: L.destinations,
		definitions: s,
		identity: {
			current: E,
			confirmed: O,
			failure: D(() => A.failed.get()?.reason, A.failed.watch),
			askedAt: () => k.now().askedAt
		},
		flags: {
			status: ie,
			allFlags: R,
			getFlag: ae,
			servedFlag: oe,
			override: z
		},
		on: _.on
	}, ce = {
		...te,
		record: L.record
	}, le = (r.observers ?? []).map((e) => Gn(e, se, b));
	return j(), le.push(...I.map((e) => Gn(e, ce, b)), L.announce()), {
		identity: {
			current: E,
			refresh: j,
			reset: M
		},
		identify(e) {
			if (!x.setPerson) return b("identify")(Un);
			r.identity?.person && b("identify")(Hn), x.setPerson(e), j();
		},
		ready: B,
		flags: Rn(F, s.flags ?? void 0),
		track: L.track,
		definitions: s,
		diagnostics: N,
		counts: L.counts,
		flush: L.flush,
		refused: L.refused,
		close() {
			for (let e of [
				B,
				L,
				F,
				T
			]) e.stop();
			for (let e of le.splice(0)) v(e);
			ne(), t.running?.delete(c);
		}
	};
}
var Gn = (e, t, n) => v(() => e.start?.({
	...t,
	warn: n(e.name)
}), () => n(e.name)("It has not started: it has thrown. (T166)")), Kn = (e, t) => `${M(e)}${t ? `/project/${encodeURIComponent(t)}` : ""}/who-am-i`;
function qn(e, t) {
	let { projects: n } = e;
	if (!U(n)) return;
	let r = ee(n, t);
	return typeof r == "string" ? r : r[kn(e.app)];
}
var Jn = ({ analytics: e, monitoring: t, messaging: n, destinations: r }) => [
	e,
	t,
	n,
	...r ?? []
].filter(U).map(_t);
// ../../tmp/version-LBTL3N/packages/telltale/src/platform/windowPage.ts
function Yn(e) {
	return v(() => {
		let t = document.cookie.split("; ").find((t) => t.startsWith(`${e}=`));
		return t && decodeURIComponent(t.slice(e.length + 1));
	});
}
function X(e, t = new AbortController()) {
	let n = {
		capture: !0,
		signal: t.signal
	};
	for (let [t, r, i] of Zn() ? e() : []) v(() => t.addEventListener(r, i, n));
	return () => t.abort();
}
var Xn, Zn, Qn, Z = t((() => {
	y(), Xn = {
		url: () => Zn() ? document.URL.replace(/^((?:file|data|blob):).*|(\/\/)[^/?#]*@/, "$1$2") : "",
		isSameOrigin: (e) => v(() => new URL(e, document.baseURI).origin === origin) ?? !1,
		cookie: Yn,
		onMayExit(e) {
			return X(() => [
				[
					document,
					"visibilitychange",
					() => document.visibilityState === "hidden" && e(!1)
				],
				[
					document,
					"freeze",
					() => e(!1)
				],
				[
					window,
					"pagehide",
					() => e(!0)
				]
			]);
		}
	}, Zn = () => v(() => "visibilityState" in document), Qn = {
		...Xn,
		screen: () => v(() => `${screen.width}x${screen.height}`) ?? "0x0",
		hasNavigationTiming: () => !!v(() => performance.getEntriesByType("navigation").length),
		isOnline: () => globalThis.navigator?.onLine !== !1,
		whenShown(e) {
			!Zn() || document.prerendering ? X(() => [[
				document,
				"prerenderingchange",
				e
			]]) : e();
		},
		onReturn(e) {
			return X(() => [
				[
					document,
					"visibilitychange",
					() => document.visibilityState === "visible" && e()
				],
				[
					document,
					"resume",
					e
				],
				[
					window,
					"pageshow",
					e
				],
				[
					window,
					"online",
					e
				]
			]);
		}
	};
}));
// ../../tmp/version-LBTL3N/packages/telltale/src/platform/fetchTransport.ts
async function $n({ url: e, method: t = "GET", headers: n = {}, body: r, keepalive: i = !1, signal: a, noStore: o }, s, c) {
	try {
		let l = await fetch(e, {
			method: t,
			headers: n,
			keepalive: i,
			redirect: "manual",
			cache: o ? "no-store" : "default",
			body: r ?? null,
			signal: a ?? null,
			...s
		});
		return c?.(l), l.type === "opaqueredirect" ? { outcome: "redirect" } : {
			outcome: "response",
			status: l.status,
			header: (e) => l.headers.get(e) ?? void 0,
			text: () => l.text().catch(() => void 0)
		};
	} catch {
		return a?.aborted ? { outcome: "cancelled" } : (await er(), { outcome: "network" });
	}
}
function er() {
	return new Promise((e) => setTimeout(e, ir ? rr : 0));
}
var tr, nr, rr, ir, ar, or = t((() => {
	Z(), tr = { send: (e) => $n(e) }, nr = 3e4, rr = 2e3, ir = !1, ar = () => X(() => [[
		window,
		"beforeunload",
		() => {
			ir = !0, setTimeout(() => ir = !1, nr);
		}
	]]);
}));
// ../../tmp/version-LBTL3N/packages/telltale/src/platform/webStorage.ts
function sr(e) {
	return {
		get: (t) => v(() => localStorage.getItem(e + t)) ?? void 0,
		set: (t, n) => v(() => (localStorage.setItem(e + t, n), globalThis.document?.visibilityState === "hidden" && v(() => document.cookie), !0)) ?? !1,
		remove: (t) => void v(() => localStorage.removeItem(e + t)),
		keys: (t) => v(() => Object.keys(localStorage).filter((n) => n.startsWith(e + t)).map((t) => t.slice(e.length))) ?? []
	};
}
var cr, lr = t((() => {
	y(), cr = "telltale:";
}));
// ../../tmp/version-LBTL3N/packages/telltale/src/platform/browserPlatform.ts
function ur() {
	return ar(), {
		clock: vr,
		transport: tr,
		storage: sr(cr),
		page: Xn,
		random: yr,
		log: mr
	};
}
function dr(e) {
	let t = 0;
	return "xxxxxxxx-xxxx-4xxx-Vxxx-xxxxxxxxxxxx".replace(/[xV]/g, (n) => {
		let r = (e?.[t++] ?? Math.random() * 16) & 15;
		return (n === "x" ? r : r & 3 | 8).toString(16);
	});
}
var fr, pr, mr, hr, gr, _r, vr, yr, br = t((() => {
	y(), or(), lr(), Z(), fr = /* @__PURE__ */ new Set(), pr = () => ({
		...ur(),
		page: Qn
	}), mr = {
		error: (...e) => console.error(...e),
		warn: (e) => console.warn(e)
	}, hr = {
		clock: {
			now: () => 0,
			after: () => () => {}
		},
		storage: {
			get: () => void 0,
			set: () => !1,
			remove() {},
			keys: () => []
		},
		random: {
			number: () => 0,
			uuid: () => ""
		},
		log: {
			...mr,
			warn() {}
		}
	}, gr = () => ({
		...pr(),
		...Zn() ? { running: fr } : hr
	}), _r = 2 ** 31 - 1, vr = {
		now: () => Date.now(),
		parse: (e) => Date.parse(e),
		after(e, t) {
			let n = setTimeout(t, Math.min(e, _r));
			return () => clearTimeout(n);
		}
	}, yr = {
		number: () => Math.random(),
		uuid: () => v(() => crypto.randomUUID?.()) ?? dr(v(() => crypto.getRandomValues(/* @__PURE__ */ new Uint8Array(31))))
	};
}));
// ../../tmp/version-LBTL3N/packages/telltale/src/launchDarklyService/flagDiagnostics.ts
function xr(e, t) {
	let { settings: n, request: r, version: i } = e, { http: a, clock: o, random: s } = e.platform, { wrapperName: c, wrapperVersion: l } = n, u = {
		diagnosticId: s.uuid(),
		sdkKeySuffix: n.clientSideId.slice(-6)
	}, d = e.since, f = () => {};
	async function p(n, i) {
		let s = e.writeJson({
			kind: n,
			id: u,
			creationDate: o.now(),
			...i
		}), c = await a({
			...r,
			method: "POST",
			body: s,
			signal: t
		});
		c.outcome === "success" && await c.text();
	}
	function m() {
		f = o.after(n.diagnosticRecordingInterval, () => {
			p("diagnostic", {
				dataSinceDate: d,
				...e.takeStats()
			}), d = o.now(), m();
		});
	}
	t.addEventListener("abort", () => f()), m(), p("diagnostic-init", {
		sdk: {
			name: "telltale",
			version: i,
			wrapperName: c,
			wrapperVersion: l
		},
		configuration: Sr(n),
		platform: { name: "JS" }
	});
}
function Sr(e) {
	let t = (e) => !e.endsWith(".launchdarkly.com");
	return {
		customBaseURI: t(e.baseUrl),
		customStreamURI: t(e.streamUrl),
		customEventsURI: t(e.eventsUrl),
		eventsCapacity: e.eventCapacity,
		eventsFlushIntervalMillis: e.flushInterval,
		reconnectTimeMillis: e.streamReconnectDelay,
		streamingDisabled: !e.streaming,
		allAttributesPrivate: e.allAttributesPrivate,
		diagnosticRecordingIntervalMillis: e.diagnosticRecordingInterval,
		usingSecureMode: !!e.hash,
		bootstrapMode: !!e.bootstrap,
		fetchGoalsDisabled: !e.fetchGoals
	};
}
var Cr = t((() => {}));
// ../../tmp/version-LBTL3N/packages/telltale/src/core/lib/publicUrl.ts
function wr(e, t = Nr) {
	let n = "";
	return e.replace(jr, (...[, e = "", n = "", r = ""]) => {
		let i = Fr(n);
		return Er.test(i) && !Dr.test(i) ? e : e + Tr(r, t);
	}).replace(Mr, "$1").replace(Ar, (e, t) => {
		let r = Or.test(n) && kr.test(t);
		return n = Fr(t), r ? "/" : e;
	});
}
function Tr(e, t) {
	if (/^[\w-]*$/.test(e)) return e;
	let n = Pr(e), r = n === e || n.includes("=") ? wr : Tr;
	if (/[{"]/.test(n) && Er.test(Fr(n))) return "";
	let i = t > 0 ? r(n, t - 1) : "";
	return i === n ? e : encodeURIComponent(i);
}
var Er, Dr, Or, kr, Ar, jr, Mr, Nr, Pr, Fr, Ir = t((() => {
	y(), Er = /(?:^|[^a-z])(?:code|keys?|o?auth|sig|sid|sess|t?otp|mfa|pwd?|pass|pin|jwt|ticket|refresh)(?![a-z])|token|secret|pass(?:w|code|phrase)|credential|sess(?:ion|id)|signature|assertion|authoriz|bearer|saml|apikey|hash|mail/i, Dr = /(?:country|currency|lang|language|zip|post|postal|area|error|status).code$|.type$/i, Or = /token|passw|reset|magic|invit|verif|confirm|activat|recover/i, kr = /^(?=.*\d).{6}|.{20}/, Ar = /\/([^/?#&=]+)/g, jr = /([?#&;]([^=?#&;]+)=)([^&#]*)/g, Mr = /([/?#&=])(?:[^/?#&=]+(?:@|%(?:25)*40)[^/?#&=]+|eyJ[\w-]+\.[\w.-]+)/gi, Nr = 4, Pr = (e) => e.replace(/(?:%[\da-f]{2})+/gi, (e) => v(() => decodeURIComponent(e), () => e)), Fr = (e) => Pr(Pr(Pr(e))).replace(/\s/g, "").replace(/([a-z])([A-Z])/g, "$1-$2");
}));
// ../../tmp/version-LBTL3N/packages/telltale/src/launchDarklyService/flagSettings.ts
function Lr(e, t) {
	let n = e;
	return Object.fromEntries(Object.entries(t).map(([e, t]) => {
		let r = n[e] ?? void 0, i = Vr(e, t);
		return r === void 0 ? [e, t] : i.includes(oe(r)) ? [e, typeof r == "string" ? M(r) : r] : [e, i === "boolean" ? !!r : t];
	}));
}
var Rr, zr, Br, Vr, Hr = t((() => {
	H(), N(), Rr = [
		"clientSideId",
		"baseUrl",
		"streamUrl",
		"eventsUrl"
	], zr = {
		clientSideId: "",
		baseUrl: "https://app.launchdarkly.com",
		maxCachedContexts: 5,
		hash: "",
		bootstrap: void 0,
		streaming: void 0,
		evaluationReasons: !1,
		useReport: !1,
		usePost: !1,
		sendEvents: !0,
		requestHeaderTransform: (e) => e
	}, Br = {
		streaming: "boolean",
		bootstrap: "object or string"
	}, Vr = (e, t) => Br[e] ?? oe(t);
}));
// ../../tmp/version-LBTL3N/packages/telltale/src/launchDarklyService/readSettings.ts
function Ur(e, t, n) {
	let r = {
		...zr,
		...Kr,
		...n
	}, i = Lr(e, r);
	for (let [n, i] of Object.entries(e)) i != null && (Object.hasOwn(r, n) ? o(n, i) : t(`Ignoring unknown config option "${n}" (T114)`));
	let a = i.application;
	for (let e of ["id", "version"]) a[e] && !Jr.test(a[e]) && t(`Config option "application.${e}" must be up to 64 letters, digits, ., _ or - (T118)`);
	return i;
	function o(e, n) {
		let a = Vr(e, r[e]), o = qr[e] ?? 0;
		if (!a.includes(oe(n))) t(`Config option "${e}" should be of type ${a}, got ${oe(n)} (T115)`);
		else if (typeof n == "number" && n < o) i[e] = o, t(`Config option "${e}" must be at least ${o} (T117)`);
		else if (Array.isArray(n)) {
			let r = e === "privateAttributes" ? "string" : "object", a = n.filter((e) => oe(e) === r);
			a.length < n.length && t(`Config option "${e}" should contain only ${r}s (T119)`), i[e] = a;
		}
	}
}
function Wr(e, t) {
	I(e) && typeof e.toJSON != "function" && (e.$valid === !1 ? t("The bootstrap is not valid: the back end could not read the flags. (T97)") : !e.$flagsState && Object.keys(e).some((e) => !e.startsWith("$")) && t("The bootstrap has no flag metadata: events may not be right. (T98)"));
}
function Gr(e, t = {}) {
	let { application: n, wrapperName: r, wrapperVersion: i, sendLDHeaders: a, requestHeaderTransform: o } = e, s = ["id", "version"].filter((e) => Jr.test(n[e] ?? "")).map((e) => `application-${e}/${n[e]}`), c = {
		...t,
		...s[0] && { "X-LaunchDarkly-Tags": s.join(" ") },
		...r && { "X-LaunchDarkly-Wrapper": r + (i && `/${i}`) }
	};
	return {
		...e,
		requestHeaderTransform: (e) => o({
			...a && c,
			...e
		})
	};
}
var Kr, qr, Jr, Yr = t((() => {
	H(), Ir(), Hr(), Kr = {
		streamUrl: "https://clientstream.launchdarkly.com",
		eventsUrl: "https://events.launchdarkly.com",
		sendLDHeaders: !0,
		application: {},
		wrapperName: "",
		wrapperVersion: "",
		respectDoNotTrack: !1,
		allAttributesPrivate: !1,
		diagnosticOptOut: !1,
		fetchGoals: !0,
		streamReconnectDelay: 1e3,
		eventCapacity: 100,
		flushInterval: 2e3,
		samplingInterval: 0,
		diagnosticRecordingInterval: 9e5,
		privateAttributes: [],
		eventUrlTransformer: (e) => wr(e)
	}, qr = {
		eventCapacity: 1,
		flushInterval: 2e3,
		diagnosticRecordingInterval: 2e3
	}, Jr = /^[\w.-]{1,64}$/;
}));
// ../../tmp/version-LBTL3N/packages/telltale/src/flags/flagError.ts
function Xr(e, t) {
	return Object.assign(Error(t), { name: `LaunchDarkly${e}Error` });
}
var Zr, Qr = t((() => {
	Zr = () => Xr("InvalidArgument", "No hash for secure mode. Flags have fallbacks until there is one. (T96)");
}));
// ../../tmp/version-LBTL3N/packages/telltale/src/core/lib/byteLength.ts
function $r(e) {
	let t = e.length;
	for (let n = 0; n < e.length; n += 1) {
		let r = e.codePointAt(n) ?? 0;
		r > 127 && (t += r > 2047 ? 2 : 1), r > 65535 && (n += 1);
	}
	return t;
}
var ei = t((() => {}));
// ../../tmp/version-LBTL3N/packages/telltale/src/launchDarklyService/flagEventSender.ts
function ti({ platform: e, settings: t, isKept: n, stats: r, request: i, report: a, signal: o }, s) {
	let { http: c, transport: l, clock: u, random: f, storage: p } = e, m = n ? ni(p, t.clientSideId) : void 0, h = /* @__PURE__ */ new Set(), g = _e({
		clock: u,
		random: f,
		backoff: si
	}), _ = 0, y = !1, b = 0, x = Promise.resolve(), S;
	function C() {
		S ??= u.after(Math.max(t.flushInterval, _), () => void T());
	}
	function w() {
		S?.(), S = void 0;
	}
	function T() {
		return x = x.then(E);
	}
	async function E() {
		w(), await D(), h.size || (O(), await D()), h.size && !o.aborted && C();
	}
	async function D() {
		for (let e of h) if (o.aborted || await k(e), o.aborted || g.failures) return;
	}
	function O() {
		w();
		let [e, t] = [[], 0], n = () => {
			h.size >= ii ? r.droppedEvents += e.length : e[0] && h.add({
				id: f.uuid(),
				body: `[${e.join()}]`
			}), [e, t] = [[], 0];
		}, i = s();
		for (let a of y ? [] : i) {
			let i = v(() => B(a));
			if (!i) r.droppedEvents += 1;
			else {
				let r = $r(i) + 1;
				t + r > ri && n(), e.push(i), t += r;
			}
		}
		n();
	}
	async function k(e, n) {
		let r = n ? { keepalive: n } : {
			signal: o,
			timeoutMs: oi
		}, s = await c({
			...i(e.id),
			method: "POST",
			body: e.body,
			...r
		}), { outcome: l, status: f } = s, p = l === "success";
		p && s.text();
		let v = p || d(f);
		if (e.isHandedOver = !1, v ? m?.remove(e) : l !== "cancelled" && m?.add(e), y || o.aborted) return;
		if (y = v && !p && f !== 413, y && (h.forEach((e) => m?.remove(e)), h.clear()), v && (h.delete(e), g.succeeded(), _ = 0), l === "success") {
			b = u.parse?.(s.header("date") ?? "") || b;
			return;
		}
		if (v || (_ = g.failed(s.retryAfterMs)), g.failures > 1) return;
		let x = f || (l === "redirect" ? "the address redirects, probably to a sign-in page" : "network error"), S = y ? "giving up permanently" : v ? "some events were dropped" : "will retry", C = `Flag events could not be delivered to ${t.eventsUrl}: ${x}, ${S} (T100)`;
		a(f ? Xr("UnexpectedResponse", C) : C);
	}
	return {
		start() {
			m?.all().forEach((e) => h.add(e)), h.size && T();
		},
		schedule: C,
		flush: T,
		exit() {
			O();
			for (let e of h) {
				if (e.isHandedOver) continue;
				let t = $r(e.body) > l.keepaliveRoom();
				(t || g.failures) && m?.add(e), t || (e.isHandedOver = !0, k(e, !0));
			}
			h.size && !o.aborted && C();
		},
		stop: w,
		serverTime: () => b,
		isOver: () => y
	};
}
function ni(e, t) {
	let n = `flag-events:${t}:`;
	function r() {
		return e.keys(n).map((t) => ({
			id: t.slice(n.length),
			body: e.get(t) ?? ""
		}));
	}
	return {
		all: () => r().filter(({ body: e }) => e),
		add({ id: t, body: i }) {
			let a = i.length;
			for (let e of r()) a += e.body.length;
			a <= ai && e.set(n + t, i);
		},
		remove: ({ id: t }) => e.remove(n + t)
	};
}
var ri, ii, ai, oi, si, ci = t((() => {
	H(), _(), y(), ei(), ye(), Qr(), ri = 16384, ii = 64, ai = 131072, oi = 3e4, si = {
		firstMs: 1e3,
		maxMs: 3e5
	};
}));
// ../../tmp/version-LBTL3N/packages/telltale/src/flags/readContext.ts
function li(e) {
	return e.kind === "multi" ? Object.entries(e).filter(([e]) => e !== "kind") : [[e.kind, e]];
}
function ui(e, t, n) {
	let r = `context-key:${e}`, i = mi.get(t) ?? {};
	mi.set(t, i);
	let a = t.get(r) ?? i[r];
	if (a) return a;
	let o = n();
	return t.set(r, o), i[r] = o;
}
var di, fi, pi, mi, Q = t((() => {
	di = (e) => typeof e == "string" && /^[\w.-]+$/.test(e) && e !== "kind" && e !== "multi", fi = {
		name: "string",
		firstName: "string",
		lastName: "string",
		email: "string",
		country: "string",
		avatar: "string",
		ip: "string"
	}, { ...fi }, pi = (e) => Object.fromEntries(li(e).map(([e, { key: t }]) => [e, t])), mi = /* @__PURE__ */ new WeakMap();
}));
// ../../tmp/version-LBTL3N/packages/telltale/src/launchDarklyService/flagSummaries.ts
function hi(e, t, n) {
	let r = li(t).map(([e]) => e), i = Object.create(null);
	for (let t of e) {
		let { key: e, flag: n, fallback: a, count: o } = t, { counters: s } = i[e] ??= {
			default: a,
			counters: [],
			contextKinds: r
		}, c = gi(n), l = s.find((e) => e.variation === n?.variation && e.version === c);
		l ? l.count += o : s.push(n ? {
			value: n.value,
			variation: n.variation,
			version: c ?? 0,
			count: o
		} : {
			value: a,
			unknown: !0,
			count: o
		}), t.count = 0;
	}
	return {
		kind: "summary",
		...n,
		features: i,
		context: t
	};
}
var gi, _i = t((() => {
	Q(), gi = (e) => e?.flagVersion ?? e?.version;
}));
// ../../tmp/version-LBTL3N/packages/telltale/src/launchDarklyService/redactContext.ts
function vi(e, t, n) {
	let r = li(e).map(([e, r]) => [e, yi(r, t, n)]);
	return e.kind === "multi" ? {
		kind: "multi",
		...Object.fromEntries(r)
	} : r[0]?.[1];
}
function yi(e, t, n) {
	let { allAttributesPrivate: r, privateAttributes: i } = t, { _meta: a, ...o } = JSON.parse(B({ ...e })), { privateAttributes: s, ...c } = a ?? {};
	"anonymous" in o && (o.anonymous = !!o.anonymous);
	let l = (r || n && o.anonymous ? Object.keys(o).map(Si) : [...i, ...s ?? []]).filter((e) => {
		let t = Ci(e);
		return !xi.includes(t[0] ?? "") && bi(o, t);
	}), u = l[0] ? {
		...c,
		redactedAttributes: l
	} : c;
	return Object.keys(u)[0] ? {
		...o,
		_meta: u
	} : o;
}
function bi(e, [t = "", ...n]) {
	return !I(e) || !Object.hasOwn(e, t) ? !1 : n.length ? bi(e[t], n) : delete e[t];
}
var xi, Si, Ci, wi = t((() => {
	H(), Q(), xi = [
		"kind",
		"key",
		"anonymous",
		"_meta"
	], Si = (e) => e.startsWith("/") ? `/${e.replaceAll("~", "~0").replaceAll("/", "~1")}` : e, Ci = (e) => e.startsWith("/") ? e.slice(1).split("/").map((e) => e.replaceAll("~1", "/").replaceAll("~0", "~")) : [e];
}));
// ../../tmp/version-LBTL3N/packages/telltale/src/launchDarklyService/flagEvents.ts
function Ti(e) {
	let { settings: t, platform: n, stats: r } = e, { clock: i, random: a, log: o, visitor: s } = n, c = t.sendEvents && !(t.respectDoNotTrack && s?.isDoNotTrack()), l = ti(e, D), u, d, f = [], p = [], m = [], h = 0, g = !1, _ = 0, y = !1;
	function b(t, n) {
		if (t.kind === "context") return x(t.context, n);
		if (t.kind === "custom") return S(t.event, n);
		let { entry: r, fallback: i } = t;
		t.isLive && y && !r.count && e.check?.(r, _ === 1), r.flag && !r.isPlain && T(t, r.flag, n), w(r, i, n), t.isCut && o.warn(`Flag "${r.key}" has too many prerequisites: not all are counted. (T102)`);
	}
	function x(n, r) {
		E(r), n && (_ += 1), y = t.sendEvents && n !== void 0;
		let i = c ? n : void 0;
		u = i && vi(i, t, !1), d = i && vi(i, t, !0), C({ kind: "identify" }, r), i && _ === 1 && e.onFirstContext();
	}
	function S([t, n, r], i) {
		if (typeof t == "string") return C({
			kind: "custom",
			key: t,
			data: n,
			metricValue: r,
			url: e.url()
		}, i);
		let a = v(() => String(t), String);
		e.report(Xr("InvalidEventKey", `Custom event "${a}" does not exist (T112)`));
	}
	function C(e, n = i.now(), s) {
		let { samplingInterval: c, eventCapacity: d } = t;
		if (!u || c && a.number() * c >= 1 || l.isOver()) return;
		if (f.length >= d) {
			g || o.warn("Exceeded event queue capacity: events are dropped. (T101)"), g = !0, r.droppedEvents += 1;
			return;
		}
		g = !1;
		let p = s ? { contextKeys: pi(u) } : { context: u };
		f.push({
			creationDate: n,
			...p,
			...e
		}), l.schedule();
	}
	function w(e, t, n) {
		u && (e.count += 1, e.count > 1 || (e.fallback = Ei(t), m.push(e) > 1 || (h = n ?? i.now(), l.schedule())));
	}
	function T({ entry: { key: e }, value: t, fallback: n, withReason: r }, a, o = i.now()) {
		let { variation: s, trackReason: c, reason: u, debugEventsUntilDate: f } = a, p = Ei(n), m = {
			key: e,
			value: t === n ? p : t,
			variation: s,
			version: gi(a),
			default: p,
			...(r || c) && { reason: u }
		};
		a.trackEvents && C({
			kind: "feature",
			...m,
			context: d
		}, o), f && f > Math.max(o, l.serverTime()) && C({
			kind: "debug",
			...m
		}, o);
	}
	function E(e = i.now()) {
		u && m[0] && p.push(hi(m, u, {
			startDate: h,
			endDate: e
		})), m = [];
	}
	function D() {
		E();
		let e = [...f, ...p];
		return e[0] && (r.eventsInLastBatch = e.length), f = [], p = [], e;
	}
	return {
		receive: b,
		count: w,
		record: C,
		start: l.start,
		flush: l.flush,
		exit: l.exit,
		stop() {
			u = void 0, l.stop();
		}
	};
}
var Ei, Di = t((() => {
	y(), Qr(), ci(), _i(), Q(), wi(), Ei = (e) => v(() => (JSON.stringify(e), e));
}));
// ../../tmp/version-LBTL3N/packages/telltale/src/core/lib/text.ts
function Oi(e) {
	let t = encodeURIComponent(e).replace(/%(..)/g, (e, t) => String.fromCharCode(parseInt(t, 16)));
	return btoa(t).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
var ki = t((() => {}));
// ../../tmp/version-LBTL3N/packages/telltale/src/flags/wireFlags.ts
function Ai(e) {
	if (!Ni(e)) return;
	let t = {
		value: e.value,
		version: 0
	};
	for (let [n, r] of Object.entries(Mi)) oe(e[n]) === r && (t[n] = e[n]);
	return R(t);
}
function ji(e) {
	if (!I(e)) return;
	let t = Object.values(e);
	return !t.length || t.some(Ni) ? Object.setPrototypeOf(e, null) : void 0;
}
var Mi, Ni, Pi, Fi, Ii = t((() => {
	H(), Mi = {
		version: "number",
		flagVersion: "number",
		variation: "number",
		reason: "object",
		trackEvents: "boolean",
		trackReason: "boolean",
		debugEventsUntilDate: "number",
		prerequisites: "array"
	}, Ni = (e) => I(e) && e.value !== void 0, Pi = (e) => R(e?.value), Fi = (e, t) => !(+B(e.version) <= +B(t?.version));
}));
// ../../tmp/version-LBTL3N/packages/telltale/src/launchDarklyService/launchDarklySource.ts
async function Li(e, t, n) {
	let r = await t({
		...e,
		timeoutMs: Bi
	}), { outcome: i, status: a } = r, o = (e, t = "FlagFetch") => ({
		error: Xr(t, e),
		isPermanent: d(a),
		retryAfterMs: i === "success" ? 0 : r.retryAfterMs
	});
	if (i === "redirect") return o(`the address ${h} (T92)`);
	let s = i === "success" && await r.text(), c = i === "success" ? r.limit.hasPassed() : i === "timeout";
	if (c) return {
		...o(`no answer from ${n} within 10 s (T184)`),
		isTimeout: c
	};
	if (!a) return o(`network error at ${n}: blocked, or an unknown client-side ID (T88)`);
	if (a === 404) return o("Environment not found. Check the client-side ID. (T86)", "InvalidEnvironmentId");
	if (i !== "success" || a !== 200) return o(`Error fetching flag settings: ${a} (T89)`);
	let l = /^application\/json/i.test(r.header("content-type") ?? "") && ji(z(s || ""));
	return l ? { flags: l } : o("Error fetching flag settings: the answer has no flags (T90)");
}
function Ri(e, t, { clientSideId: n, baseUrl: r, hash: i, useReport: a, usePost: o, evaluationReasons: s, ...c }) {
	let l = B(t), u = e === "poll", d = a || o, f = (u ? `${r}/sdk/evalx/` : "/eval/") + encodeURIComponent(n), p = [i && `h=${encodeURIComponent(i)}`, s && "withReasons=true"].filter(Boolean);
	return {
		url: f + (u ? "/context" : "") + (d ? "" : `${u ? "s" : ""}/${Oi(l)}`) + (p[0] ? `?${p.join("&")}` : ""),
		headers: Vi(c, d ? { "Content-Type": "application/json" } : {}),
		...d && {
			body: l,
			method: o && u ? "POST" : "REPORT"
		}
	};
}
var zi, Bi, Vi, Hi = t((() => {
	_(), y(), H(), ki(), Qr(), Ii(), zi = (e, t, n) => (r, i) => {
		let a = (t) => Ri(t, r, {
			...e,
			hash: i
		});
		return {
			fetch: (n) => Li({
				...a("poll"),
				signal: n
			}, t, e.baseUrl),
			follow: (e, t) => n.openStream(a("stream"), e, t)
		};
	}, Bi = 1e4, Vi = ({ requestHeaderTransform: e }, t = {}) => v(() => e(t) ?? t, () => t);
}));
// ../../tmp/version-LBTL3N/packages/telltale/src/core/lib/serverSentEvents.ts
function Ui(e) {
	let t = "", n = !1, r = "", i = [], a = 0;
	return (o) => {
		if (t += o, !n && !/[\r\n]/.test(o)) {
			t.length > Wi && (t = "");
			return;
		}
		let s = t.split(/\r\n|\n|\r(?!$)/);
		t = s.pop() ?? "", n = t.endsWith("\r");
		for (let t of s) {
			let [, n, o = ""] = /^([^:]*):? ?(.*)$/s.exec(t) ?? [];
			n === "data" && (a += o.length, a > Wi ? i = [] : i.push(o)), n === "event" && (r = o), t || (i[0] !== void 0 && e({
				event: r || "message",
				data: i.join("\n")
			}), r = "", i = [], a = 0);
		}
	};
}
var Wi, Gi = t((() => {
	Wi = 32e6;
}));
// ../../tmp/version-LBTL3N/packages/telltale/src/flags/flagMessages.ts
function Ki({ event: e, data: t }, n, r) {
	if (e === "ping") return n.stale();
	if (!/^(put|patch|delete)$/.test(e)) return;
	let i = z(t), { key: a, version: o } = I(i) ? i : {}, s = e === "put" && ji(i);
	if (s) return n.flags(s);
	if (e === "put" || typeof a != "string") return r();
	n.patch(a, e === "patch" ? i : { version: o });
}
var qi = t((() => {
	H(), Ii();
}));
// ../../tmp/version-LBTL3N/packages/telltale/src/launchDarklyService/streamFlags.ts
async function Ji(e, t, n) {
	let { http: i, clock: a, random: s } = t.platform, { streamUrl: c, streamReconnectDelay: l, clientSideId: u } = t.settings, f = !1, p = !1, m, g = _e({
		clock: a,
		random: s,
		backoff: {
			firstMs: l || 1,
			maxMs: Xi
		},
		signal: n
	});
	function _(e) {
		m ??= o(n), t.report(e, m.signal);
	}
	async function v(e) {
		await r(a, Qi, e), e.aborted || p || (p = !0, _(`The stream of ${c} is open, and nothing has come for 10 s: no change of a flag arrives. (T185)`));
	}
	for (; !n.aborted;) {
		let r = o(n), s = () => {
			r.abort(), m?.abort(), m = void 0, p = !1;
		};
		v(r.signal);
		let l = a.now(), y = await i({
			...e,
			signal: n,
			timeoutMs: $i,
			untilLeave: !0
		});
		if (n.aborted) return;
		let b = y.outcome === "success" ? void 0 : y, x = a.now();
		if (t.onStreamInit({
			timestamp: x,
			failed: !!b,
			durationMillis: x - l
		}), y.outcome === "success" && await Yi(y, {
			onChunk: s,
			onMessage: t.onMessage
		}, n), r.abort(), n.aborted) return;
		let S = b?.outcome === "redirect" ? `the address ${h}` : "no answer", C = `Error on stream connection to ${c}: ${b ? b.status || S : "closed"}`;
		if (b && d(b.status)) {
			let e = `check streamUrl and the client-side ID "${u}"`;
			return t.report(Xr("UnexpectedResponse", `${C}, giving up permanently: ${e} (T93)`), n);
		}
		a.now() - l >= Zi && g.succeeded();
		let w = g.failed(b?.retryAfterMs);
		g.failures === 1 && (f = !1), !f && (b || g.failures > 1) && (f = !0, _(`${C}. Reconnecting. (T94)`)), await g.wait(w);
	}
}
async function Yi({ chunks: e, limit: t }, { onChunk: n, onMessage: r }, i) {
	let a = Ui(r);
	try {
		for await (let r of e()) {
			if (i.aborted) return;
			t.start(), n(), a(r);
		}
	} finally {
		t.end();
	}
}
var Xi, Zi, Qi, $i, ea, ta = t((() => {
	_(), ye(), l(), Gi(), Qr(), qi(), Xi = 3e4, Zi = 6e4, Qi = 1e4, $i = 3e5, ea = (e) => ({ url: t, ...n }, r, i) => {
		let { share: a, platform: o, settings: s } = e, c = {
			...n,
			url: s.streamUrl + t
		}, { tabs: l, channel: u, clock: d } = o, f = (t, n) => Ji(c, {
			...e,
			onMessage: t
		}, n), p = () => e.report(Xr("InvalidData", "Invalid data in the stream (T95)")), m = (e) => Ki(e, r, p);
		if (!l || !u || !a) return void f(m, i);
		let h = r.hasMissed();
		a(c, {
			tabs: l,
			channel: u,
			clock: d,
			stream: f,
			onMessage: m,
			onMissed: r.stale,
			hasMissed: h
		}, i);
	};
}));
// ../../tmp/version-LBTL3N/packages/telltale/src/launchDarklyService/startFlagEvents.ts
function na(e) {
	let { settings: t, platform: n, report: r, loadFile: i = aa } = e, a = {
		droppedEvents: e.dropped ?? 0,
		eventsInLastBatch: 0,
		streamInits: []
	}, o = new AbortController(), { signal: s } = o, c = n.clock.now(), l = (e, n = {}) => ({
		url: `${t.eventsUrl}/events/${e}/${encodeURIComponent(t.clientSideId)}`,
		headers: Vi(t, {
			...t.sendLDHeaders && ia,
			"Content-Type": "application/json",
			...n
		})
	}), u = () => v(() => t.eventUrlTransformer(n.page.url()), () => ""), d = Ti({
		platform: n,
		settings: t,
		isKept: e.isKept,
		stats: a,
		report: r,
		signal: s,
		url: u,
		check: e.check,
		onFirstContext: () => void Promise.resolve().then(f),
		request: (e) => l("bulk", {
			"X-LaunchDarkly-Event-Schema": "4",
			"X-LaunchDarkly-Payload-ID": e
		})
	});
	function f() {
		if (!s.aborted) {
			if (s.addEventListener("abort", n.page.onMayExit(d.exit)), d.start(), !t.diagnosticOptOut) {
				let { diagnosticsDelayMs: t } = e;
				t ? s.addEventListener("abort", n.clock.after(t, p)) : p();
			}
			t.fetchGoals && g();
		}
	}
	function p() {
		let r = {
			settings: t,
			platform: n,
			request: l("diagnostic"),
			version: ra,
			since: c,
			takeStats: m,
			writeJson: B
		};
		i(e.loadDiagnostics, (e) => e(r, s));
	}
	function m() {
		let e = { ...a };
		return Object.assign(a, {
			droppedEvents: 0,
			eventsInLastBatch: 0,
			streamInits: []
		}), e;
	}
	async function g() {
		let a = `${t.baseUrl}/sdk/goals/${encodeURIComponent(t.clientSideId)}`, o = await n.http({
			url: a,
			headers: Vi(t),
			signal: s
		}), c = o.outcome === "success" ? z(await o.text() ?? "") : void 0;
		if (s.aborted) return;
		let l = o.outcome === "redirect" ? `the address ${h}` : o.status, u = Array.isArray(c);
		!u && l && r(`Error fetching goals: ${c ? "the answer is not a list" : l} (T103)`), e.onGoalsReady?.();
		let d = u ? c.filter(I) : [];
		d[0] && i(e.loadGoals, (e) => e(d, {
			platform: n,
			onGoal: _
		}, s));
	}
	function _({ kind: e, key: t, selector: n }) {
		d.record({
			kind: e,
			key: t,
			url: u(),
			selector: n
		}, void 0, !0);
	}
	return {
		...d,
		openStream: ea({
			platform: n,
			share: e.shareStream,
			report: r,
			settings: t,
			onStreamInit: (e) => a.streamInits.push(e)
		}),
		stop() {
			d.exit(), d.stop(), o.abort();
		}
	};
}
var ra, ia, aa, oa = t((() => {
	_(), y(), H(), Di(), Hi(), ta(), ra = "0.1.0", ia = { "X-LaunchDarkly-User-Agent": `Telltale/${ra}` }, aa = (e, t) => {
		let n = e();
		"then" in n || t(n);
	};
}));
// ../../tmp/version-LBTL3N/packages/telltale/src/launchDarklyService/layerFlagEvents.ts
function sa(e) {
	let t = I(e) ? e.$flagsState : void 0;
	return I(t) ? t : {};
}
function ca({ kind: e, hashField: t, ...n }) {
	return typeof n.hash == "function" && delete n.hash, n;
}
var la, ua = t((() => {
	H(), Te(), Yr(), oa(), la = ({ platformOf: e, ...t }) => (n) => {
		let r = Gr(Ur(ca(n.options), n.report));
		Wr(r.bootstrap, n.report);
		let i = sa(r.bootstrap), { log: a, lost: o, streams: s, loading: c } = n, l = na({
			...t,
			...n,
			platform: e(n.platform),
			settings: r,
			check: u,
			dropped: a.dropped,
			loadFile: (e, t) => Ce({
				...c,
				load: e
			}, t)
		});
		c.signal.addEventListener("abort", l.stop);
		for (let [e, t] of a.calls.splice(0)) l.receive(e, t);
		o && l.receive(o);
		for (let e of s.splice(0)) e[2].aborted || l.openStream(...e);
		return l;
		function u({ key: e, flag: t }, r) {
			if (!t) return n.report(`The flags in use do not include "${e}": it has its fallback. (T145)`);
			let a = r ? i[e] : void 0;
			[t.flagVersion, t.version].includes(a?.version ?? NaN) && a?.variation !== t.variation && n.report(`"${e}" has another value in the page than on the server: is the same user signed in, with the same attributes? (T147)`);
		}
	};
}));
// ../../tmp/version-LBTL3N/packages/telltale/src/flags/shareStream.ts
async function da(e, t, n) {
	let { tabs: i, channel: a, clock: s, stream: c, onMessage: l, onMissed: u } = t, d = `stream:${rt(B([e.url, e.body]), 0)}`, f = s.now(), p = !1, m = !0, { hasMissed: h } = t, g = o(n), _ = () => g.abort(), v = a(d, {
		onMessage: b,
		onReturn: x
	}, n);
	if (!v) return c(l, n);
	let y = v;
	function b(e) {
		f = s.now(), e === va && _();
		let t = z(e);
		I(t) && l(t);
	}
	function x() {
		h = !0, _();
	}
	async function S(e) {
		e.addEventListener("abort", () => y(va)), C(e), await c((e) => {
			l(e), y(B(e));
		}, e), p = !e.aborted, p && y(va);
	}
	async function C(e) {
		for (;;) if (y(_a), await r(s, fa, e), e.aborted || p) return;
	}
	for (; !n.aborted && !p;) {
		let e = await i.whileAlone(d, n, S);
		if (n.aborted || p) return;
		if (e ? f = s.now() : h && u(), h = !1, _(), g = o(n), (e || !m) && await r(s, e ? ha : pa, g.signal), m = !1, await r(s, ga, n), !n.aborted && s.now() - f >= ma) return c(l, n);
	}
}
var fa, pa, ma, ha, ga, _a, va, ya = t((() => {
	H(), l(), it(), fa = 45e3, pa = 6e4, ma = 12e4, ha = 1e4, ga = 200, _a = "alive", va = "bye";
}));
// ../../tmp/version-LBTL3N/packages/telltale/src/core/lib/waits.ts
function ba(e) {
	let t = o(e);
	return {
		notify: () => t.abort(),
		async wait() {
			let n = t;
			await s(n.signal), t === n && (t = o(e));
		}
	};
}
async function xa(e, t, n) {
	let i = new AbortController();
	await Promise.race([n, r(e, t, i.signal)]), i.abort();
}
var Sa = t((() => {
	l();
}));
// ../../tmp/version-LBTL3N/packages/telltale/src/core/ports/eventChange.ts
function Ca(e, t) {
	if ("record" in t) return (t.type === "add" ? !e : !Oa(e, t)) ? ka(t.record) : e;
	if (t.type === "remove" || !e) return;
	if (!e.todo.includes(t.task)) return e;
	let n = e.todo.filter((e) => e !== t.task);
	if (t.type === "done") return ka({
		...e,
		todo: n
	});
	let r = {
		...e.reasons,
		[t.task]: t.reason
	};
	return {
		...e,
		todo: [...n, Ta(t.task)],
		reasons: r
	};
}
var wa, Ta, Ea, Da, Oa, ka, Aa = t((() => {
	K(), wa = "refused:", Ta = (e) => wa + e, Ea = (e) => e.startsWith(wa) ? e.slice(8) : void 0, Da = (e) => "record" in e ? [e.record.event.id] : e.ids, Oa = (e, t) => t.type === "amend" && !e?.todo.includes("pending"), ka = (e) => e.todo.length > 0 ? e : void 0;
}));
// ../../tmp/version-LBTL3N/packages/telltale/src/platform/indexedDb.ts
async function ja(e, { version: t, create: n }) {
	let r = indexedDB.open(e, t);
	r.onupgradeneeded = () => {
		for (let e of [...r.result.objectStoreNames]) r.result.deleteObjectStore(e);
		n(r.result);
	};
	let i = await $(r);
	i.onversionchange = () => i.close();
	let a = /* @__PURE__ */ new Map(), o = Promise.resolve(), s;
	X(() => [[
		window,
		"pagehide",
		(e) => e.persisted && c()
	], [
		window,
		"pageshow",
		l
	]]);
	function c() {
		o = new Promise((e) => s = e);
		for (let [e, { isCommitted: t }] of a) t || v(() => e.abort());
	}
	function l() {
		if (s) {
			s(), s = void 0, o = Promise.resolve();
			for (let e of a.values()) e.comeBack();
		}
	}
	function u(e, t) {
		for (let t of ["complete", "abort"]) e.addEventListener(t, () => a.delete(e));
		return new Promise((n) => a.set(e, {
			isCommitted: t,
			comeBack: n
		}));
	}
	async function d({ stores: e, mode: t, isCommitted: n = !1, action: r }) {
		let a = i.transaction(e, t, { durability: "relaxed" }), o = u(a, n).then(() => f(e).catch(() => {})), s = Promise.race([Ma(a), o.then(() => n)]);
		try {
			let e = r(a), i = /* @__PURE__ */ Error("aborted"), c = await Promise.race([e, o.then(() => n ? e : Promise.reject(i))]);
			if (t === "readwrite" && !await s) throw a.error ?? i;
			return c;
		} catch (e) {
			throw v(() => a.abort()), e;
		}
	}
	async function f(e) {
		for (let t of e) await $(i.transaction(t, "readonly").objectStore(t).count());
	}
	return { async transact(e) {
		for (;;) {
			let t = o;
			try {
				return e.isCommitted || await t, await d(e);
			} catch (e) {
				if (t === o) throw e;
			}
			await o;
		}
	} };
}
var $, Ma, Na, Pa = t((() => {
	y(), Z(), $ = (e) => new Promise((t, n) => {
		e.onsuccess = () => t(e.result), e.onerror = () => n(e.error);
	}), Ma = (e) => new Promise((t) => {
		e.oncomplete = () => t(!0), e.onabort = () => t(!1), e.onerror = () => t(!1);
	}), Na = (e) => e.commit?.();
}));
// ../../tmp/version-LBTL3N/packages/telltale/src/platform/indexedDbEventStore.ts
async function Fa({ prefix: e, appName: t }) {
	let n = await ja(`${e}events:${t}`, {
		version: 3,
		create(e) {
			let t = e.createObjectStore(Ha, { keyPath: "event.id" });
			t.createIndex(Wa, Wa, { multiEntry: !0 }), t.createIndex(Ga, Ga), e.createObjectStore(Ua, { keyPath: "id" });
		}
	}), r = (e, t) => n.transact({
		stores: [Ha, Ua],
		...t,
		async action(n) {
			let [r, i] = [n.objectStore(Ha), n.objectStore(Ua)], a = await e({
				events: r,
				flagSets: i
			});
			return t.mode === "readwrite" && Na(n), a;
		}
	}), i = (e) => r(async ({ events: t, flagSets: n }) => Ba(n, await $(e(t))), { mode: "readonly" }), a = async (e, t = !1) => e.length > 0 ? r((n) => La(n, e, t), {
		mode: "readwrite",
		isCommitted: t
	}) : [];
	return await r(async (e) => za(e, await $(e.flagSets.getAllKeys())), { mode: "readwrite" }).catch(() => {}), {
		async change(e) {
			let t = [...Ia(e)], n = t.filter(Ka), [, r] = await Promise.all([a(n, !0).catch(() => a(n)), a(t.filter((e) => !n.includes(e)))]);
			return {
				isStored: !0,
				ignored: r
			};
		},
		read: (e, t) => i((n) => n.index(Wa).getAll(e, Number.isFinite(t) ? t : void 0)),
		all: () => i((e) => e.getAll()),
		discard: (e, t) => r(async (n) => {
			let { events: r, flagSets: i } = n, a = e === void 0 ? r : r.index(Wa), [o, s] = await Promise.all([$(a.getAllKeys(e)), $(a.getAll(e))]), c = await Ba(i, s), l = [...c.keys()].filter((e) => t(c[e]));
			for (let e of l) r.delete(o[e]);
			return await za(n, qa(l.map((e) => s[e]))), l.length;
		}, { mode: "readwrite" })
	};
}
function Ia(e) {
	let t = /* @__PURE__ */ new Map();
	for (let n of e) for (let e of Da(n)) t.set(e, [...t.get(e) ?? [], n]);
	return t;
}
async function La(e, t, n) {
	let { events: r, flagSets: i } = e, a = /* @__PURE__ */ new Set(), o = [], s = /* @__PURE__ */ new Set();
	function c(e) {
		let { flagSet: t } = e.event;
		return t?.id && !a.has(t.id) && (a.add(t.id), i.put(t)), Ra(e);
	}
	return await Promise.all(t.map(async ([e, t]) => {
		let [i] = t;
		if (n && i && "record" in i) return void r.add(c(i.record));
		let a = await $(r.get(e)), l = a;
		for (let n of t) Oa(l, n) && s.add(e), l = Ca(l, n);
		l ? r.put(c(l)) : r.delete(e), o.push(a);
	})), await za(e, qa(o)), [...s];
}
function Ra({ event: e, ...t }) {
	return {
		...t,
		event: e.flagSet?.id ? {
			...e,
			flagSet: e.flagSet.id
		} : e
	};
}
async function za({ events: e, flagSets: t }, n) {
	await Promise.all(n.map(async (n) => {
		await $(e.index(Ga).getKey(n)) === void 0 && t.delete(n);
	}));
}
async function Ba(e, t) {
	let n = await Promise.all(qa(t).map((t) => $(e.get(t)))), r = new Map(n.map((e) => [e?.id, e]));
	return t.map((e) => {
		if (!I(e.event) || typeof e.event.flagSet != "string") return e;
		let { flagSet: t, ...n } = e.event, i = r.get(t), a = I(i?.properties);
		return {
			...e,
			event: a ? {
				...n,
				flagSet: i
			} : n
		};
	});
}
function Va(e, t) {
	let n = T(!0), r;
	function i() {
		return r ??= e(), r.catch(() => n.set(!1)), r;
	}
	async function a(e, r) {
		if (!n.get()) return r;
		let a = Xa;
		function o(e) {
			return n.set(!0), a = e;
		}
		let s = i().then(e).then(o, () => a = r);
		for (let e = 0; e < Ya && a === Xa; e += 1) await xa(t, Ja / Ya, s);
		return a === Xa ? (n.set(!1), r) : a;
	}
	return {
		answers: n,
		change: (e) => a((t) => t.change(e), {
			isStored: !1,
			ignored: []
		}),
		read: (e, t) => a((n) => n.read(e, t), []),
		all: () => a((e) => e.all(), []),
		discard: (e, t) => a((n) => n.discard(e, t), 0)
	};
}
var Ha, Ua, Wa, Ga, Ka, qa, Ja, Ya, Xa, Za = t((() => {
	H(), k(), Sa(), Aa(), Pa(), Ha = "events", Ua = "flagSets", Wa = "todo", Ga = "event.flagSet", Ka = ([, [e, t]]) => e?.type === "add" && !t, qa = (e) => [...new Set(e.flatMap((e) => {
		let t = I(e) && I(e.event) && e.event.flagSet;
		return typeof t == "string" ? t : [];
	}))], Ja = 5e3, Ya = 5, Xa = {};
}));
// ../../tmp/version-LBTL3N/packages/telltale/src/platform/leaving.ts
function Qa(e, t = ["pagehide"]) {
	let n = o(e);
	return X(() => t.map((e) => [
		window,
		e,
		() => n.abort()
	]), n), n;
}
var $a, eo = t((() => {
	l(), Z(), $a = () => /Gecko\//.test(globalThis.navigator?.userAgent);
}));
// ../../tmp/version-LBTL3N/packages/telltale/src/core/ports/transport.ts
function to(e) {
	let t = e;
	return {
		room: () => t,
		take(e) {
			if (!(e > t)) return t -= e, () => void (t += e);
		}
	};
}
var no, ro, io = t((() => {
	ei(), no = 65536, ro = ({ keepalive: e, body: t, bytes: n }) => e ? n?.byteLength ?? $r(t ?? "") : 0;
}));
// ../../tmp/version-LBTL3N/packages/telltale/src/platform/laterTransport.ts
async function* ao(e, t) {
	if (!e) return;
	let n = new TextDecoder(), r = e.getReader();
	try {
		for (;;) {
			let { done: e, value: t } = await r.read().catch(() => ({
				done: !0,
				value: void 0
			}));
			if (e || !t) return;
			yield n.decode(t, { stream: !0 });
		}
	} finally {
		r.cancel().catch(() => {}), t();
	}
}
async function oo(e) {
	if (!(e.length < lo || typeof CompressionStream != "function")) return new Response(new Blob([e]).stream().pipeThrough(new CompressionStream("gzip"))).arrayBuffer();
}
var so, co, lo, uo = t((() => {
	eo(), io(), or(), so = to(no), co = (e) => ({
		keepaliveRoom: so.room,
		async send(t) {
			let { headers: n, body: r, bytes: i, gzip: a, signal: o, keepalive: s = !1 } = t, c = i ?? r, l = so.take(ro(t));
			if (!l) return { outcome: "network" };
			let u = t.untilLeave ? Qa(o) : void 0, d = () => u?.abort(), f = a && !s && c ? await e?.(c) : void 0, p, m, h = await $n(t, {
				keepalive: s || u !== void 0 && $a(),
				...i && { body: i },
				...f && {
					body: f,
					headers: {
						...n,
						"Content-Encoding": "gzip"
					}
				},
				...u && { signal: u.signal }
			}, (e) => {
				p = e, e.ok || d(), s && (m = e.text().catch(() => void 0));
			});
			if (m ? m.then(l) : l(), p || d(), h.outcome !== "response") return h;
			let g = p?.body ?? null;
			return {
				...h,
				text: () => m ?? h.text(),
				chunks: () => ao(g, d)
			};
		}
	}), lo = 1e3;
}));
// ../../tmp/version-LBTL3N/packages/telltale/src/platform/visitor.ts
function fo(e, t) {
	try {
		return e instanceof Element && e.closest(t) !== null;
	} catch {
		return !1;
	}
}
var po, mo = t((() => {
	Z(), po = {
		onClick(e) {
			return X(() => [[
				document,
				"click",
				(t) => e((e) => fo(t.target, e))
			]]);
		},
		onNavigate(e) {
			return X(() => [[
				window,
				"popstate",
				e
			], [
				window,
				"hashchange",
				e
			]]);
		},
		isDoNotTrack: () => typeof navigator == "object" && navigator.doNotTrack === "1"
	};
}));
// ../../tmp/version-LBTL3N/packages/telltale/src/platform/webTabs.ts
function ho(e, t = _o, n = vo) {
	let i = {
		async whileAlone(a, c, l) {
			let u = t(), d = () => l(c).then(() => !0);
			if (!u) return d();
			let { exits: f, asksFirst: p } = n();
			if (p && (await i.running())?.includes(a)) return !1;
			let m = Qa(c, f), h = o(m.signal), g = !1, _ = !1;
			try {
				let t = u.request(e + a, { ifAvailable: !0 }, async (e) => {
					h.abort(), _ || (g = e !== null && !m.signal.aborted, g && await Promise.race([l(m.signal), s(m.signal)]));
				});
				return await Promise.race([t, r(vr, go, h.signal)]), _ = !h.signal.aborted, _ ? d() : (await Promise.race([t, s(m.signal).then(() => g ? t : void 0)]), g);
			} catch (e) {
				return g || e?.name !== "InvalidStateError" && d();
			} finally {
				m.abort();
			}
		},
		onStored: (t, n) => X(() => [[
			window,
			"storage",
			(r) => (r.key ?? e + t).startsWith(e + t) && n()
		]]),
		async running() {
			let n = new AbortController();
			try {
				let i = r(vr, go, n.signal);
				return (await Promise.race([t()?.query(), i]) ?? void 0)?.held?.flatMap(({ name: t = "" }) => t.startsWith(e) ? t.slice(e.length) : []);
			} catch {
				return;
			} finally {
				n.abort();
			}
		}
	};
	return i;
}
var go, _o, vo, yo, bo = t((() => {
	y(), l(), br(), eo(), lr(), Z(), go = 5e3, _o = () => v(() => navigator.locks), vo = () => ({
		exits: $a() ? ["beforeunload", "pagehide"] : ["pagehide"],
		asksFirst: $a()
	}), yo = (e, { onMessage: t, onReturn: n }, r) => {
		if (!Zn()) return;
		let i = () => v(() => new BroadcastChannel(cr + e)), a;
		function o() {
			a = i(), a && (a.onmessage = ({ data: e }) => t(String(e)));
		}
		function s() {
			a?.close(), a = void 0;
		}
		function c({ persisted: e }) {
			e && (o(), n());
		}
		if (o(), !a) return;
		let l = X(() => [[
			window,
			"pagehide",
			s
		], [
			window,
			"pageshow",
			(e) => c(e)
		]]);
		for (let e of [l, s]) r.addEventListener("abort", e);
		return (e) => {
			let t = a ?? i();
			t?.postMessage(e), a || t?.close();
		};
	};
})), xo, So, Co = t((() => {
	xo = [
		"delivered",
		"retry",
		"too-large",
		"refused"
	], So = (e) => xo.includes(e);
})), wo, To, Eo = t((() => {
	F(), G(), wo = [(e) => e === "tag" || e === "suppress" || P(fe(e, "redirect")), "tag, suppress or { redirect }"], To = (e, t) => t !== "suppress" || e.identity.impersonator === void 0;
})), Do, Oo = t((() => {
	Do = (e, t, n) => typeof t == "object" && e !== void 0 ? t.redirect : n;
}));
// ../../tmp/version-LBTL3N/packages/telltale/src/adapters/collectorFormat.ts
function ko(e, { flagSetOf: t, outlivesPage: n }) {
	let r = {}, i = {}, a = [], o = /* @__PURE__ */ new Map();
	function s(e) {
		let t = B(e), n = o.get(t) ?? o.set(t, a.length).size - 1;
		return a[n] = e, n;
	}
	return {
		texts: e.map((e) => {
			let { page: n, moment: a, properties: o, ...c } = e, l = t?.(e), u = {
				...c,
				moment: s({
					page: n,
					...a
				})
			};
			if (!l) return B({
				...u,
				properties: o
			});
			let { id: d, properties: f, flags: p } = l;
			r[d] = f, i[d] = p;
			let m = Object.entries(o).filter(([e]) => !Object.hasOwn(f, e));
			return B({
				...u,
				properties: Object.fromEntries(m),
				flagSet: d
			});
		}),
		moments: a,
		flagSets: r,
		...(!n || B(i).length <= 8e3) && { flagDetails: i }
	};
}
var Ao, jo = t((() => {
	H(), Y(), Ao = (e = !0) => ({
		sharesFlags: e,
		reportsDropped: !0,
		encode(t, n) {
			let { flagSetOf: r, outlivesPage: i, ...a } = n, { texts: o, ...s } = e ? ko(t, n) : { texts: t.map((e) => B(e)) };
			return {
				body: `${B({
					...a,
					...s
				}).slice(0, -1)},"events":[${o.join()}]}`,
				contentType: "application/json"
			};
		}
	});
}));
// ../../tmp/version-LBTL3N/packages/telltale/src/adapters/refusals.ts
function Mo(e) {
	let { error: t, message: n = t } = I(e) ? e : { message: e }, r = I(n) ? n.message : n;
	return typeof r == "string" ? r.trim().slice(0, Fo) : "";
}
function No(e = "", t) {
	let n = z(e), { refused: r, stored: i } = I(n) ? n : {};
	if (!Array.isArray(r)) return;
	let a = new Map(r.map((e) => [I(e) && e.id, Mo(e)])), o = t.filter(({ id: e }) => !a.has(e));
	if (o.length === i && i + r.length === t.length) return [{
		events: o,
		result: { outcome: "delivered" }
	}, ...t.filter(({ id: e }) => a.has(e)).map((e) => ({
		events: [e],
		result: Lo(422, a.get(e.id) ?? "")
	}))];
}
var Po, Fo, Io, Lo, Ro = t((() => {
	H(), Po = (e) => /^\s*</.test(e), Fo = 200, Io = (e) => Po(e) ? "" : Mo(z(e) ?? e), Lo = (e, t) => ({
		outcome: "refused",
		reason: `status ${e}${t && `: ${t}`}`
	});
}));
// ../../tmp/version-LBTL3N/packages/telltale/src/adapters/startHttpDestination.ts
function zo(e, { http: t, bus: n, platform: { clock: r }, app: i, diagnostics: a }, { report: o, traitsOf: s } = qo) {
	let { name: c, batchSize: l } = e, u = e.headers ?? void 0, d = e.gzip === !0, { format: f = Ao(e.flagSets !== !1) } = e, { sharesFlags: p = !1 } = f, m = Bo(e), { promotion: h, projectId: g } = i, _ = ee(e.url, h), y = (e, { pages: t, traits: n }, { flagSetOf: o, keepalive: s }) => {
		let { dropped: l, inMemory: u } = a.get();
		return {
			app: {
				name: i.name,
				platform: i.platform,
				...h !== "only" && { promotion: h }
			},
			project: e,
			destination: c,
			sentAt: r.now(),
			dropped: l,
			inMemory: u,
			pages: t,
			...n && { traits: n },
			outlivesPage: s,
			...o && { flagSetOf: o }
		};
	};
	async function b(e, r, i) {
		let { signal: a, keepalive: l } = i, p = (e) => [{
			events: r,
			result: e
		}], m = v(() => typeof u == "function" ? u() : u, () => null), h = vt(m) ? await m.then(Qo, () => void 0) : Qo(m);
		if (!h) return p({
			outcome: "retry",
			reason: Yo
		});
		let g = o(c), b = Vo(f, r, y(e, {
			...g,
			traits: s(r)
		}, i));
		if (!b) return p({
			outcome: "retry",
			reason: Xo
		});
		let { body: x, contentType: S } = b, C = await t({
			url: _,
			method: "POST",
			headers: {
				...h,
				"Content-Type": S
			},
			...typeof x == "string" ? { body: x } : { bytes: x },
			gzip: d,
			alsoSuccess: is,
			timeoutMs: Ko,
			signal: a,
			keepalive: l
		}), w = C.outcome === "success" ? await C.text() : "", T = Uo(C, w);
		if (T) return p({
			outcome: "retry",
			reason: T,
			cause: Wo(C)
		});
		if (w === void 0 && !is(C.status)) return p({
			outcome: "retry",
			cause: es
		});
		let E = C.status === 422 ? No(w, r) : void 0;
		if (E) return E;
		let D = Go(C, w);
		return D.outcome === "delivered" ? (f.reportsDropped && (n.publish("dropsReported", void 0), g.confirm()), Ho(f, w ?? "", r)) : p(D);
	}
	return {
		name: c,
		url: _,
		type: "acknowledging",
		compresses: d,
		sharesFlags: p,
		...l && { batchSize: l },
		accepts: (e) => To(e, m),
		async deliver(e, t) {
			let n = /* @__PURE__ */ new Map();
			for (let t of e) {
				let e = Do(t.identity.impersonator, m, g);
				n.set(e, [...n.get(e) ?? [], t]);
			}
			let r = [...n].map(([e, n]) => b(e, n, t));
			return {
				outcome: "split",
				parts: (await Promise.all(r)).flat()
			};
		},
		stop() {}
	};
}
function Bo({ impersonation: e }) {
	let [t] = wo;
	return t(e ?? "tag", {}) === !0 ? e ?? "tag" : "suppress";
}
function Vo(e, t, n) {
	let r = v(() => e.encode(t, n));
	return (typeof r?.body == "string" || r?.body instanceof Uint8Array) && typeof r.contentType == "string" ? r : void 0;
}
function Ho(e, t, n) {
	if (!e.read) return [{
		events: n,
		result: { outcome: "delivered" }
	}];
	let r = v(() => e.read?.(t, n)), i = r?.outcome === "split" ? r.parts : [{
		events: n,
		result: r
	}], a = n.map(({ id: e }) => e);
	return v(() => i.every((e) => So(e.result?.outcome) && e.events.every(({ id: e }) => a.includes(e)))) ? i : [{
		events: n,
		result: {
			outcome: "retry",
			reason: Zo
		}
	}];
}
function Uo(e, t) {
	let { outcome: n, status: r } = e;
	if (n === "redirect") return `its url redirects. ${Jo}: set url to the address that answers. (T72)`;
	if ($o.includes(r) || r >= 300 && r <= 399) return `its server answers with status ${r}. ${Jo}: check url and who may post there. (T73)`;
	if (n === "success" && !is(r) && t && Po(t)) return `its server answers with a page. ${Jo}: an acknowledgement is JSON or empty. (T74)`;
}
function Wo({ outcome: e, status: t, ...n }) {
	let r = "retryAfterMs" in n ? Math.ceil(n.retryAfterMs / 1e3) : 0;
	return e === "timeout" ? `no answer within ${Ko / 1e3} s` : e === "redirect" ? "a redirect" : t === 0 ? ts : `status ${t}${e === "success" && t <= 299 ? " with a page" : ""}${r > 0 ? `, which asks to wait ${r} s` : ""}`;
}
function Go(e, t = "") {
	if (e.outcome !== "success") {
		let { retryAfterMs: t } = e;
		return {
			outcome: "retry",
			cause: Wo(e),
			...t && { afterMs: t }
		};
	}
	let { status: n } = e;
	return is(n) ? n === rs ? { outcome: "too-large" } : Lo(n, Io(t)) : { outcome: "delivered" };
}
var Ko, qo, Jo, Yo, Xo, Zo, Qo, $o, es, ts, ns, rs, is, as = t((() => {
	y(), yt(), H(), F(), Co(), Eo(), Oo(), jo(), Ro(), Ko = 3e4, qo = {
		report: () => ({
			pages: {},
			confirm() {}
		}),
		traitsOf: () => void 0
	}, Jo = "Events are kept and tried again", Yo = `its headers function has thrown, rejected or returned no object. ${Jo}. (T75)`, Xo = `encode of its format has thrown, or has returned no body. ${Jo}. (T159)`, Zo = `read of its format has thrown, or has returned no known outcome. ${Jo}. (T165)`, Qo = (e) => e === void 0 || I(e) ? e ?? {} : void 0, $o = [
		401,
		402,
		403,
		404,
		405,
		406,
		407,
		411,
		414,
		415,
		417,
		421,
		426,
		428,
		431,
		451
	], es = "the connection broke before the end of the answer", ts = "no connection (its server is down, or CORS or a blocker forbids it)", ns = [
		408,
		425,
		429
	], rs = 413, is = (e) => e >= 400 && e <= 499 && !ns.includes(e);
}));
// ../../tmp/version-LBTL3N/packages/telltale/src/events/signOut.ts
function os({ app: e, identity: t, platform: n }) {
	t.watch(r), r();
	function r() {
		let r = t.get();
		r.status === "unknown" && r.reason === "signed-out" && n.storage.remove(Ye + e.space);
	}
}
var ss = t((() => {
	Ze();
}));
// ../../tmp/version-LBTL3N/packages/telltale/src/events/pageLock.ts
function cs({ id: e, store: t, clock: n, page: i, tabs: a, onLock: o }) {
	let c = new AbortController(), l = !1;
	async function u(t) {
		o(us(e, await a.running()) === !1), await s(t), o(!1);
	}
	async function d() {
		l || (l = !0, await a.whileAlone(ls(e, t), c.signal, u), l = !1, await r(n, fs, c.signal), c.signal.aborted || d());
	}
	d();
	let f = i.onReturn(() => void d());
	return { stop() {
		f(), c.abort();
	} };
}
var ls, us, ds, fs, ps = t((() => {
	l(), ls = (e, t) => `page:${e}@${t}`, us = (e, t) => t?.every((t) => !t.startsWith(ls(e, ""))), ds = async (e, t) => (await t.running())?.some((t) => t.replace(/^page:[^@]*@/, "") === e), fs = 3e4;
}));
// ../../tmp/version-LBTL3N/packages/telltale/src/events/storedRecord.ts
function ms({ flagSet: e, ...t }) {
	if (!e) return t;
	let { properties: n, overridden: r } = e;
	return {
		...t,
		properties: {
			...t.properties,
			...n
		},
		...r && { overridden: r }
	};
}
function hs(e, t) {
	let n = 0;
	function r(e, r) {
		let i = e - n;
		i > 0 && t(i), n = r ? Math.max(0, -i) : Math.max(n, e);
	}
	return async (t, n) => {
		let i = (e) => vs(e, t) && e.todo.length > 0, a = !1, o = 0;
		for (;;) {
			let s = n + o, c = await (t === void 0 ? e.all() : e.read(t, s)), l = c.filter(i);
			if (o = c.length - l.length, o === 0) return l;
			if (a) {
				if (r(o, !1), c.length < s || l.length >= n) return l.slice(0, n);
				continue;
			}
			a = !0;
			let u = await e.discard(t, (e) => !i(e));
			u > 0 && r(u, !0), o = 0;
		}
	};
}
var gs, _s, vs, ys, bs, xs, Ss, Cs, ws = t((() => {
	H(), K(), gs = (e) => _s(e) && e.identity !== void 0, _s = (e) => I(e) && [
		"id",
		"name",
		"url",
		"epoch"
	].every((t) => typeof e[t] == "string") && e.id !== "" && Number.isFinite(e.at) && I(e.properties) && ["question", "tokenDigest"].every((t) => Ss(e[t])) && [
		"shown",
		"flagsUser",
		"identity"
	].every((t) => e[t] === void 0 || bs(e[t])) && (e.flagSet === void 0 || ys(e.flagSet)) && (e.moment === void 0 || I(e.moment)) && (e.destinations === void 0 || xs(e.destinations)), vs = (e, t) => I(e) && xs(e.todo) && (e.reasons === void 0 || I(e.reasons)) && (t === "pending" || t === void 0 && e.todo.includes("pending") ? _s : gs)(e.event), ys = (e) => I(e) && typeof e.id == "string" && I(e.properties) && I(e.flags), bs = (e) => I(e) && Ss(e.id) && Ss(e.impersonator), xs = (e) => Array.isArray(e) && e.every((e) => typeof e == "string"), Ss = (e) => e === void 0 || typeof e == "string", Cs = (e) => [...e].sort((e, t) => e.event.id < t.event.id ? -1 : 1);
}));
// ../../tmp/version-LBTL3N/packages/telltale/src/events/localCopies.ts
function Ts(e, { clock: t, storage: n, onUnreadable: r, hasEnded: i }) {
	let { page: a, prefix: o, setPrefix: s, own: c, keyOf: l, remove: u } = e, d = `recovered:${e.store}`, f = (e, t) => l(t, "done", e);
	function p(e) {
		let [t = "", r, ...i] = e.slice(o.length).split(":");
		if (r === "done") return { change: {
			type: r,
			task: i.join(":"),
			ids: [t]
		} };
		if (r !== "add" && r !== "amend" || i.length > 0) return;
		let { event: a, by: c, ...l } = L(n.get(e)), { flagSet: u, moment: d, ...f } = I(a) ? a : {}, p = [c, f.page].find(Es), h = [u, d].map((e) => Es(e) ? `${s}${p}:${e}` : ""), [g, _] = h.map(m), v = {
			...l,
			event: {
				...f,
				id: t,
				...ys(g) && { flagSet: g },
				..._ && { moment: _ }
			}
		};
		return !vs(v) || (f.id ?? t) !== t ? null : {
			change: {
				type: r,
				record: v
			},
			setKeys: h
		};
	}
	function m(e) {
		let t = e === "" ? void 0 : n.get(e);
		return t === void 0 ? void 0 : L(t);
	}
	function h(e) {
		let t = [], i = e.flatMap((e) => {
			let n = p(e);
			return n && c.add(e), n === null && t.push(e), n ?? [];
		});
		return t.forEach(n.remove), t.length > 0 && r(t.length), i;
	}
	async function g(e, t) {
		(i && await i(t)) !== !1 && n.remove(e);
	}
	function _(e) {
		let t = l(e, "add");
		return c.has(t) && n.get(t) === void 0 && n.get(d) !== void 0;
	}
	return {
		put: (t) => t.type === "add" && _(t.record.event.id) || e.put(t),
		forgetEvent: e.forgetEvent,
		confirm(e) {
			for (let t of e) for (let e of ["add", "amend"]) u(l(t, e));
		},
		isRecovered: _,
		hasAddition: (e) => c.has(l(e, "add")),
		mark(e, t, r) {
			for (let i of t) {
				let t = f(e, i);
				r ? n.set(t, "1") && c.add(t) : u(t);
			}
		},
		isDone: (e, t) => n.get(f(e, t)) !== void 0,
		async recover() {
			let e = n.keys(o).filter((e) => !c.has(e));
			e.sort();
			let r = h(e.slice(0, Ds));
			for (let n = Ds; n < e.length; n += Ds) await new Promise((e) => void t.after(0, e)), r.push(...h(e.slice(n, n + Ds)));
			r.length > 0 && n.set(d, "1");
			let i = r.flatMap(({ setKeys: e = [] }) => e);
			for (let e of n.keys(s)) {
				let [t = "", n, ...r] = e.slice(s.length).split(":");
				n !== void 0 && r.length === 0 && t !== a && !i.includes(e) && g(e, t);
			}
			return r.map(({ change: e }) => e);
		}
	};
}
var Es, Ds, Os = t((() => {
	H(), ws(), Es = (e) => typeof e == "string", Ds = 500;
}));
// ../../tmp/version-LBTL3N/packages/telltale/src/events/adoption.ts
function ks({ clock: e, page: t, storage: n, tabs: i, space: a, ownCopies: o, ...s }) {
	let c = new AbortController(), { signal: l } = c, u = `used:${a}#`, d = `used:${o.store}`, f = `unwritten:${a}#`, p = Ms(o.store), m = 0;
	function h() {
		m = e.now(), n.set(d, String(m));
	}
	let g = () => void (Math.abs(e.now() - m) > js && h()), _ = (e) => p.includes(e), v = x(), y = [
		t.onReturn(h),
		t.onMayExit(h),
		s.onPut(g)
	];
	b();
	async function b() {
		for (await v; !l.aborted;) await r(e, js, l), l.aborted || await x();
	}
	async function x() {
		h();
		for (let e of n.keys(f)) w(`${a}#${e.slice(f.length).split(":")[0]}`);
		for (let e of n.keys(u)) {
			let t = e.slice(5);
			t !== o.store && await S(t, e) && !l.aborted && await i.whileAlone(e, l, () => T(t, e));
		}
	}
	async function S(e, t) {
		let n = await ds(e, i);
		return !n && (n === !1 && Ms(e).every(_) || !C(t));
	}
	function C(t) {
		let r = e.now() - Number(n.get(t));
		return r >= 0 && r < As;
	}
	function w(t) {
		let r = `used:${t}`;
		n.get(r) === void 0 && n.set(r, String(e.now()));
	}
	async function T(t, r) {
		let i = s.openEventStore(t), a = (await i.all()).filter((e) => vs(e));
		if (!await S(t, r)) return;
		let c = He({
			storage: n,
			store: t,
			page: o.page
		}), u = await Ts(c, {
			clock: e,
			storage: n,
			onUnreadable: s.onUnreadable
		}).recover(), d = a.map((e) => ({
			type: "add",
			record: e
		}));
		!l.aborted && (await s.store.change([...d, ...u])).isStored && (await i.change([{
			type: "remove",
			ids: a.map(({ event: e }) => e.id)
		}]), c.own.forEach(c.remove), d.length + u.length > 0 ? s.onAdopted() : n.remove(r));
	}
	return {
		first: v,
		stop() {
			y.forEach((e) => e()), c.abort();
		}
	};
}
var As, js, Ms, Ns = t((() => {
	l(), We(), ps(), ws(), Os(), As = 864e5, js = 36e5, Ms = (e) => e.replace(/.*#/, "").split(".");
}));
// ../../tmp/version-LBTL3N/packages/telltale/src/events/ages.ts
async function Ps({ clock: e, flagsDeadlineMs: t = Infinity, signal: n }, i, a) {
	for (let o of [t, tt].sort((e, t) => e - t)) {
		if (o === Infinity) return;
		let t = Math.max(o - i, 0), s;
		do
			if (s = e.now(), await r(e, t, n), n.aborted) return;
		while (e.now() - s > t + Is);
		a(o), i += t;
	}
}
function Fs({ inMemory: e, recorder: t, questions: n, ...r }) {
	let i = new AbortController(), a = {
		...r,
		signal: i.signal
	}, o = [];
	for (let { record: n } of e.byId.values()) n.todo.includes("pending") && t.isOwn(n.event) && s(n.event);
	function s(e) {
		o.push(e) === 1 && queueMicrotask(c);
	}
	function c() {
		let e = n.all[0]?.askedAt ?? 0, t = /* @__PURE__ */ new Map();
		for (let { at: n, id: r } of o) {
			let i = Math.max(n, e);
			t.set(i, [...t.get(i) ?? [], r]);
		}
		o = [];
		for (let [e, n] of t) Ps(a, Math.max(r.clock.now() - e, 0), (e) => n.forEach((t) => l(t, e)));
	}
	function l(n, r) {
		let i = e.byId.get(n);
		i && (i.waitedMs = r, t.update(i));
	}
	return {
		add: s,
		stop: () => i.abort()
	};
}
var Is, Ls = t((() => {
	l(), K(), nt(), Is = 12e4;
}));
// ../../tmp/version-LBTL3N/packages/telltale/src/events/budget.ts
function Rs({ clock: e, outbox: t, maxBytes: n, names: r, reports: i }) {
	let a = n, o = !1, s = !1;
	async function c() {
		if (!o) {
			for (o = !0; a > 0 && a >= n / Ws;) {
				a = 0;
				let e = await t.all();
				if (s) return;
				let r = zs(n, e, {
					sharesFlags: !0,
					isStored: !0
				});
				r.length < e.length && await u(e.filter((e) => !r.includes(e)));
			}
			o = !1;
		}
	}
	let l = ({ event: e }) => Vs(e) >= n;
	async function u(e) {
		for (let { event: t, todo: n } of e) i.note("over-budget", [t], n.includes("pending") ? r : n);
		await t.remove(e);
		for (let { event: t } of e.filter(l)) {
			let e = `"${t.name}" has ${Vs(t)} bytes, and events.maxBytes is ${n}: it is given up (T155)`;
			i.dropped([t], {
				where: "outbox",
				reason: "over-budget",
				message: e,
				isError: !0
			});
		}
		let a = e.filter((e) => !l(e)), o = `more than ${n} bytes wait: the oldest are given up (T69)`;
		a.length > 0 && i.dropped(Ks(a), {
			where: "outbox",
			reason: "over-budget",
			message: o
		});
	}
	async function d() {
		await t.ready;
		let n = await t.all();
		if (!s) for (let a of new Set(n.flatMap(({ todo: e }) => e))) {
			if (a === "pending" || Ea(a) !== void 0 || r.includes(a)) continue;
			let o = n.filter(({ event: t, todo: n }) => n.includes(a) && e.now() - t.at >= Gs);
			if (o.length === 0) continue;
			t.done(a, o), i.note("no-destination", Ks(o), [a]);
			let s = `no destination is called "${a}": ${o.length} events are given up after a day (T143)`;
			i.dropped(Ks(o), {
				where: a,
				reason: "no-destination",
				message: s,
				isError: !0
			});
		}
	}
	let f = t.onChanged((e) => {
		let t = e.flatMap((e) => e.type === "add" ? e.record : []);
		for (let { event: e } of t) a += Vs(e);
		let n = t.filter(l);
		n.length > 0 && u(n), c();
	});
	return d(), { stop() {
		f(), s = !0;
	} };
}
function zs(e, t, { sharesFlags: n, batchSize: r = Infinity, isStored: i } = {}) {
	let a = [], o = /* @__PURE__ */ new Set(), s = !0, c = e;
	for (let l of [...t].reverse()) {
		let { event: t } = l, { flagSet: u } = t;
		a.length % r === 0 && o.clear();
		let d = n && !i ? qs(t.moment) : "", f = !u || o.has(u.id) || i && s, p = 1 + Vs(d ? {
			...t,
			moment: 1
		} : t) + (o.has(d) ? 0 : $r(d)) + (f ? 0 : Bs(u, i));
		if (!(p > e)) {
			if (c -= p, c < 0) break;
			if (u && (s = !1), n) for (let e of [u?.id, d]) e && o.add(e);
			a.push(l);
		}
	}
	return a.reverse();
}
function Bs({ properties: e, flags: t }, n = !1) {
	let r = Vs(t);
	return Vs(e) + (n || r <= 8e3 ? r : 0);
}
function Vs(e) {
	return v(() => $r(B(e.flagSet ? {
		...e,
		flagSet: e.flagSet.id
	} : e)), () => Us);
}
function Hs(e, { compresses: t, sharesFlags: n, batchSize: r }, i) {
	let a = Math.min(Js, i.keepaliveRoom() - Js);
	return !t && zs(a, e, {
		sharesFlags: n,
		batchSize: r
	}).length === e.length;
}
var Us, Ws, Gs, Ks, qs, Js, Ys = t((() => {
	H(), ei(), y(), Y(), Aa(), K(), Us = 1e5, Ws = 16, Gs = 864e5, Ks = (e) => e.map(({ event: e }) => e), qs = (e) => (e && v(() => B(e))) ?? "", Js = 16384;
})), Xs, Zs, Qs = t((() => {
	y(), Xs = 200, Zs = (e) => v(() => String(e), () => typeof e).slice(0, Xs);
}));
// ../../tmp/version-LBTL3N/packages/telltale/src/events/batch.ts
function $s(e, { clock: t, outbox: n, reports: r }) {
	let { name: i, type: a, batchSize: o = Infinity } = e, s = /* @__PURE__ */ new Set(), c, l;
	async function u(t, n) {
		let a = new Map(t.map(({ event: e }) => [e.id, e.flagSet]));
		try {
			let r = t.map(({ event: e }) => ms(e));
			return ec(await e.deliver(r, {
				...n,
				flagSetOf: ({ id: e }) => a.get(e)
			}), t);
		} catch (e) {
			return r.failed(i, e), [{
				records: t,
				result: {
					outcome: "failed",
					reason: Zs(e)
				}
			}];
		}
	}
	function d({ records: e, result: t }) {
		if (t.outcome === "retry" && t.reason && r.error(i, String(t.reason)), t.outcome !== "delivered") return;
		let n = [t.misattributed ?? []].flat(), o = new Set(n.map((e) => e?.id)), s = e.map(({ event: e }) => e), c = s.filter(({ id: e }) => o.has(e)), l = s.filter(({ id: e }) => !o.has(e)), u = a === "in-page" && { isUnconfirmed: !0 };
		for (let e of l) r.progress("acknowledged", e, {
			destination: i,
			...u
		});
		r.note("delivered", l, [i]), c.length > 0 && r.dropped(c, {
			where: i,
			reason: "another-identity"
		});
	}
	async function f() {
		let { length: t } = await n.read(i);
		t > 0 && r.silent(e, {
			count: t,
			cause: l
		});
	}
	return {
		isUnderWay: (e) => s.has(e),
		async deliver(e, p, m = i) {
			a === "in-page" && n.mark(m, e, !0);
			for (let { event: t } of e) r.progress("sent", t, { destination: i }), p.keepalive && s.add(t.id);
			c ??= t.after(nc, () => void f());
			let h = tc(e, o).map((e) => u(e, p)), g = (await Promise.all(h)).flat();
			l = g.flatMap(({ result: e }) => e.outcome === "retry" && e.cause || []).at(-1), g.some(ic) && (c?.(), c = void 0);
			for (let { event: t } of e) s.delete(t.id);
			for (let e of g) d(e), a === "in-page" && e.result.outcome !== "delivered" && n.mark(m, e.records, !1);
			return g;
		},
		stop: () => c?.()
	};
}
function ec(e, t) {
	let n = (e.outcome === "split" ? e.parts : [{
		events: t.map(({ event: e }) => e),
		result: e
	}]).map(({ events: e, result: n }) => {
		if (!So(n.outcome)) throw Error("it answers no known outcome");
		let r = e.map((e) => e?.id);
		return {
			records: t.filter(({ event: e }) => r.includes(e.id)),
			result: n
		};
	}), r = t.filter((e) => !n.some((t) => t.records.includes(e)));
	return [...n, {
		records: r,
		result: { outcome: "retry" }
	}].filter((e) => e.records.length > 0);
}
function tc(e, t) {
	let n = [];
	for (let r = 0; r < e.length; r += t) n.push(e.slice(r, r + t));
	return n;
}
var nc, rc, ic, ac = t((() => {
	Qs(), Co(), ws(), nc = 3e4, rc = ({ result: e }) => e.outcome === "retry" && Number(e.afterMs) || 0, ic = ({ result: e }) => e.outcome === "retry" ? !!e.reason : e.outcome !== "failed";
}));
// ../../tmp/version-LBTL3N/packages/telltale/src/events/deliverySchedule.ts
function oc({ clock: e, random: t, collects: n, signal: i }) {
	let a = ba(i), o = _e({
		clock: e,
		random: t,
		backoff: sc,
		signal: i
	}), s = 0;
	return {
		retry: o,
		wake: a.notify,
		batchStarts: () => void (s = e.now() + lc),
		async run(t, c) {
			for (; !i.aborted;) {
				if (await a.wait(), n) {
					let t = Math.min(lc, s - e.now());
					await r(e, Math.max(cc, t), i);
				}
				await t();
				for (let e = 0; e >= 0 && !i.aborted;) await o.wait(e), e = await c();
			}
		},
		retryNow() {
			a.notify(), o.retryNow();
		}
	};
}
var sc, cc, lc, uc = t((() => {
	ye(), l(), Sa(), sc = {
		firstMs: 1e3,
		maxMs: 6e4
	}, cc = 250, lc = 1e3;
}));
// ../../tmp/version-LBTL3N/packages/telltale/src/events/refusedEvents.ts
function dc(e, t) {
	async function n() {
		return (await e.all()).flatMap((e) => e.todo.flatMap((t) => {
			let n = Ea(t);
			return n === void 0 ? [] : [{
				task: t,
				destination: n,
				record: e
			}];
		}));
	}
	return {
		read: async () => (await n()).map(({ destination: e, record: { event: t, reasons: n } }) => ({
			destination: e,
			reason: Zs(n?.[e]),
			event: ms(t)
		})),
		retry: async () => void await Promise.all(t.map(({ retryRefused: e }) => e())),
		discard: async () => void await Promise.all((await n()).map(({ task: t, record: n }) => e.done(t, [n])))
	};
}
async function fc(e, { outbox: t, batches: n, maxSize: r, until: i, isWanted: a = () => !0, maxFailures: o = Infinity }) {
	let s = Ta(e), c = tc((await t.read(s)).filter(({ event: e }) => a(e.id)), r), l = 0, u = 0;
	for (let e = c.shift(); e && l < o && !i.aborted; e = c.shift()) {
		l += 1;
		for (let { records: r, result: a } of await n.deliver(e, {
			signal: i,
			keepalive: !1
		}, s)) {
			if (a.outcome === "retry" && a.afterMs || (u = a.outcome === "retry" ? u + 1 : 0, u >= mc)) return;
			a.outcome === "delivered" ? (l = 0, await t.done(s, r)) : r.length > 1 && c.unshift(...tc(r, Math.ceil(r.length / 2)));
		}
	}
}
async function pc(e, t) {
	let n = Object.fromEntries(t.map((e) => [e, 0])), r = {}, i = 0;
	for (let t of (await e.all()).flatMap(({ todo: e }) => e)) {
		let e = Ea(t);
		t === "pending" ? i += 1 : e === void 0 ? n[t] = (n[t] ?? 0) + 1 : r[e] = (r[e] ?? 0) + 1;
	}
	return {
		waiting: {
			pending: i,
			unread: n
		},
		refused: r
	};
}
var mc, hc = t((() => {
	Qs(), Aa(), K(), ac(), ws(), mc = 8;
}));
// ../../tmp/version-LBTL3N/packages/telltale/src/events/isolation.ts
function gc(e) {
	let t = /* @__PURE__ */ new Map(), n = e, r = 0, i = 0, a = !1, o = !0;
	return {
		hasTaken: () => r > 0,
		start() {
			i = 0, a = !1, o = !0;
		},
		limit: () => i < vc ? n + t.size : _c,
		next(e) {
			let i = o ? e : e.filter(({ event: e }) => !t.has(e.id));
			return o = !1, i.length > 0 ? a ? i.slice(-n) : i.slice(0, n) : e.filter(({ event: e }) => (t.get(e.id) ?? r) < r).slice(0, 1);
		},
		take(e) {
			r += 1, e.some(({ event: e }) => t.has(e.id)) && t.clear();
		},
		isAtFault({ event: { id: e } }, n) {
			let i = t.get(e) ?? r;
			return t.delete(e), !n || i < r || (t.size >= _c && t.clear(), t.set(e, r), !1);
		},
		end(t, r, o) {
			return r > 1 ? n = Math.ceil(r / 2) : t && (n = Math.min(n * 2, e)), i = t ? 0 : i + 1, t || (a = i >= vc && !a), i >= Math.max(yc, 16 / 2 ** o);
		}
	};
}
var _c, vc, yc, bc = t((() => {
	_c = 1e3, vc = 7, yc = 2;
}));
// ../../tmp/version-LBTL3N/packages/telltale/src/events/attempts.ts
function xc(e) {
	let t = e.map(({ result: e }) => e), { outcome: n, cause: r, reason: i } = t.find(({ outcome: e }) => e === "retry" || e === "failed") ?? t.find(({ outcome: e }) => e !== "delivered") ?? t[0] ?? {};
	return {
		outcome: n,
		reason: r ?? i
	};
}
var Sc = t((() => {}));
// ../../tmp/version-LBTL3N/packages/telltale/src/events/batchChoice.ts
function Cc({ isolation: e, postponed: t, maxSize: n }) {
	let r = 0, i = !1, a = () => e.hasTaken() && r < 2;
	return {
		works: a,
		takesOthers: () => e.hasTaken() && r === 0,
		limit: () => e.limit() + t.count(),
		next(o) {
			let s = o.filter((e) => !t.has(e)), c = t.withoutIsolated(o);
			if (!a()) {
				let e = t.probe(o, r);
				if (e.length > 0) return {
					batch: e,
					purpose: "probe"
				};
			}
			if (i && s.length < o.length) return {
				batch: c.slice(0, n),
				purpose: "again"
			};
			let l = !a() || r > 0 && s.length === 0, u = e.next(l ? c : s);
			if (u.length > 0) return {
				batch: u,
				purpose: "first"
			};
			let d = a() ? t.next(o) : [];
			return {
				batch: d,
				purpose: d.length === 0 && s.length > 0 ? "blocked" : "again"
			};
		},
		hasFailed(e, { isTaken: t, isRetried: n }) {
			let o = !t && n && e !== "again";
			return t ? r = 0 : o && (r += 1), i = t && e === "probe", o || n && !a();
		}
	};
}
var wc = t((() => {}));
// ../../tmp/version-LBTL3N/packages/telltale/src/events/deliveryReports.ts
function Tc(e, t = () => {}) {
	let { bus: n, platform: r } = e, i = Le(e), a, o = 0;
	function s(e, { where: t, reason: r, message: a, isError: o }) {
		n.publish("drop", {
			where: t,
			reason: r,
			count: e.length
		}), a && n.publish("problem", {
			where: t,
			message: a,
			...o && { isError: o }
		});
		for (let n of e) i.progress("dropped", n, {
			destination: t,
			reason: r
		});
	}
	function c() {
		let e = new AbortController();
		return n.publish("problem", {
			where: "outbox",
			message: Oc,
			until: e.signal
		}), e;
	}
	return {
		...i,
		dropped: s,
		note: t,
		refused(e, n, r) {
			let i = `refused events (${r}). They are kept: see telltale.refused. (T68)`, a = n.map(({ event: e }) => e);
			s(a, {
				where: e,
				reason: "refused",
				message: i,
				isError: !0
			}), t("refused", a, [e]);
		},
		async attempt(e, { dueInMs: t, ...i }, a) {
			if (!n.isHeard("attempt") || i.failures === 0 && !i.outcome) return;
			let o = r.clock.now(), { length: s } = await a.read(e);
			n.publish("attempt", {
				destination: e,
				at: o,
				...i,
				...t >= 0 && { nextAt: o + t },
				waiting: s
			});
		},
		failed: (e, t) => n.publish("problem", {
			where: e,
			message: `has failed (${Zs(t)}): its events are kept (T66)`
		}),
		unreadable(e) {
			n.publish("drop", {
				where: "outbox",
				reason: "unreadable",
				count: e
			}), n.publish("problem", {
				where: "outbox",
				message: Ec,
				isError: !0
			});
		},
		storage(e, t) {
			n.publish("diagnosis", {
				storage: e ? "durable" : "memory",
				inMemory: t
			}), e || n.publish("problem", {
				where: "outbox",
				message: Dc
			});
		},
		database(e) {
			o = e ? 0 : o + 1, e ? a = a?.abort() : o > 1 && (a ??= c());
		},
		failsAlone: (e) => n.publish("problem", {
			where: e,
			message: kc,
			isError: !0
		}),
		error: (e, t) => n.publish("problem", {
			where: e,
			message: t,
			isError: !0
		}),
		silent({ name: e, url: t }, { count: r, cause: i = "" }) {
			let a = t ? ` from ${wr(t.replace(/[?#].*/s, ""))}` : "", o = /^status \d/.test(i) ? `has taken no events for 30 s: its server answers with ${i}. Events that wait: ${r} (T150)` : `no answer for 30 s${a}: check its address, its server and CORS. Events that wait: ${r} (T67)`;
			n.publish("problem", {
				where: e,
				message: o,
				isError: !0,
				isRecurring: !0
			});
		}
	};
}
var Ec, Dc, Oc, kc, Ac, jc = t((() => {
	y(), Qs(), Ir(), ze(), ws(), Ec = "removed damaged records: other events are not affected (T64)", Dc = "the browser stores no events: those that are not delivered when the page closes are lost (T65)", Oc = "IndexedDB is blocked or does not answer: events are kept in localStorage while there is room (T188)", kc = "fails for an event each time, and takes others: the event is kept and tried again, at least once a minute (T149)", Ac = (e, t, n) => !t.accepts || v(() => t.accepts?.(ms(e)) ?? !0, (e) => (n.failed(t.name, e), !0));
}));
// ../../tmp/version-LBTL3N/packages/telltale/src/events/postponed.ts
function Mc({ maxSize: e, retry: t, clock: n, onDue: r }) {
	let i = /* @__PURE__ */ new Map(), a = !1, o = 0, s = 0, c = ({ event: e }) => i.get(e.id), l = (e) => c(e)?.isIsolated === !0;
	function u(e) {
		let t = e.filter((e) => !l(e));
		return t.length > 0 ? t : e;
	}
	return {
		count: () => i.size,
		has: (e) => c(e) !== void 0,
		isIsolated: l,
		withoutIsolated: u,
		probe(e, t) {
			if (t % Pc < Pc / 2) return [];
			let n = u(e), r = Math.floor(s / 2) % n.length, i = s++ % 2 == 0 ? r : n.length - 1 - r;
			return n.slice(i, i + 1);
		},
		next(t) {
			if (a) return [];
			let n = new Set(t.map(({ event: e }) => e.id)), r = [...i].filter(([e]) => n.has(e)), [, o] = r.find(([, e]) => !e.isIsolated) ?? r[0] ?? [];
			return t.filter((e) => o && c(e) === o).slice(0, e);
		},
		add(e, t) {
			i.size + e.length > Nc && i.clear();
			let n = [{ isIsolated: t && e.length === 1 && e.some((e) => c(e)) }, { isIsolated: !1 }];
			for (let [t, { event: r }] of e.entries()) i.delete(r.id), i.set(r.id, n[t < e.length / 2 ? 0 : 1]);
		},
		remove(e) {
			let n = e.filter(c);
			if (n.length === 0) return;
			let r = n.some(l);
			for (let { event: e } of n) i.delete(e.id);
			let a = { isIsolated: !1 };
			if (r) for (let [e, t] of i) t.isIsolated && i.set(e, a);
			t.succeeded();
		},
		async rest(e) {
			if (a) return;
			a = !0;
			let i = t.failed(e);
			o = n.now() + i, await t.wait(i), a = !1, r();
		},
		dueInMs: () => a && i.size > 0 ? o - n.now() : -1,
		retryNow: () => t.retryNow()
	};
}
var Nc, Pc, Fc = t((() => {
	Nc = 1e3, Pc = 4;
}));
// ../../tmp/version-LBTL3N/packages/telltale/src/events/sender.ts
function Ic(e, t) {
	let { clock: n, maxSize: r, outbox: i, random: a, reports: o, schedule: s, signal: c, transport: l } = t, { retry: u } = s, { name: d } = e, f = gc(r), p = Mc({
		maxSize: r,
		retry: _e({
			clock: n,
			random: a,
			backoff: sc,
			signal: c
		}),
		clock: n,
		onDue: s.wake
	}), m = Cc({
		isolation: f,
		postponed: p,
		maxSize: r
	}), h = (...e) => m.takesOthers() || o.silent(...e), g = $s(e, {
		clock: n,
		outbox: i,
		reports: {
			...o,
			silent: h
		}
	}), _ = /* @__PURE__ */ new Set(), v = [];
	async function y(n) {
		let r = -1;
		for (v = [], f.start();;) {
			let { records: t, isAtEnd: i } = await b(m.limit());
			if (n.aborted) return -1;
			let { batch: a, purpose: f } = m.next(t);
			if (f === "blocked") return u.failed();
			if (a.length === 0) break;
			s.batchStarts();
			let h = Hs(a, e, l), _ = await g.deliver(a, {
				signal: h ? c : n,
				keepalive: h
			});
			if (n.aborted) return -1;
			v = _;
			let { toRetry: y, isTaken: S, isPauseDue: C, isSettled: w } = await x(_, f), T = y.length > 0, E = m.hasFailed(f, {
				isTaken: S,
				isRetried: T
			}), D = Math.max(0, ...y.map(rc));
			if (E || C) return u.failed(D);
			if (w && i && a.length === t.length) break;
			if (T && (p.rest(D), f === "again" && a.length === 1 && o.failsAlone(d), D !== 0 && (u.succeeded(), r = u.failed(D), !S))) return r;
		}
		return f.hasTaken() && await t.onWorking(), r;
	}
	async function b(t) {
		let n = await i.next(d, t), r = n.records.filter(({ event: t }) => !Ac(t, e, o));
		return r.length === 0 ? n : (o.note("not-accepted", r.map(({ event: e }) => e), [d]), await i.done(d, r), b(t));
	}
	async function x(e, t) {
		let n = [], r = [], a = !1, o = 0;
		for (let s of e) {
			let { records: e, result: c } = s, { outcome: l } = c, [u] = e.length === 1 ? e : [];
			l === "retry" ? (n.push(s), t !== "probe" && p.add(e, m.works())) : (p.remove(e), l === "delivered" ? (a = !0, f.take(e), r.push(i.done(d, e))) : u ? f.isAtFault(u, l === "failed") && r.push(S(e, l === "too-large" ? "too large" : c.reason)) : o = Math.max(o, e.length));
		}
		await Promise.all(r), a && u.succeeded();
		let s = n.length < e.length && f.end(a, o, u.failures);
		return {
			toRetry: n,
			isTaken: a,
			isPauseDue: s,
			isSettled: r.length === e.length
		};
	}
	function S(e, t) {
		for (let { event: t } of e) _.add(t.id);
		return o.refused(d, e, t), i.refuse(d, e, t);
	}
	return {
		batches: g,
		sendAll: y,
		dueInMs: p.dueInMs,
		latest: () => xc(v),
		atExit(t) {
			let n = t.filter(({ event: t }) => !g.isUnderWay(t.id) && Ac(t, e, o));
			return m.works() ? n.filter((e) => !p.isIsolated(e)) : n;
		},
		hasRefused: (e) => _.has(e),
		retryNow: p.retryNow
	};
}
var Lc = t((() => {
	ye(), Sc(), ac(), wc(), Ys(), uc(), jc(), Fc(), bc();
}));
// ../../tmp/version-LBTL3N/packages/telltale/src/events/delivery.ts
function Rc(e, t) {
	let { clock: n, lock: r, outbox: i, reports: a, tabs: o } = t, { name: s, type: c, sharesFlags: l } = e, u = new AbortController(), { signal: d } = u, f = Math.min(e.batchSize ?? zc, zc), p = oc({
		...t,
		collects: c === "acknowledging",
		signal: d
	}), { retry: m } = p, h = Ic(e, {
		...t,
		schedule: p,
		maxSize: f,
		signal: d,
		onWorking: S
	}), { batches: g } = h, _ = Promise.resolve(), v = !1, y, b = () => Promise.resolve(e.whenReady?.(d)).catch((e) => a.failed(s, e));
	async function x() {
		let e = Bc;
		await xa(n, Vc, _), await o.whileAlone(r, d, async (t) => {
			let n = await h.sendAll(t);
			t.aborted || (e = n);
		});
		let t = e < 0 ? h.dueInMs() : e;
		return d.aborted || a.attempt(s, {
			failures: m.failures,
			dueInMs: t,
			...h.latest()
		}, i), e;
	}
	async function S() {
		v || (v = !0, await C({
			isWanted: (e) => !h.hasRefused(e),
			maxFailures: 16
		}));
	}
	function C(e) {
		return y ??= o.whileAlone(`${r}:refused`, d, (t) => fc(s, {
			outbox: i,
			batches: g,
			maxSize: f,
			until: t,
			...e
		})).finally(() => y = void 0), y;
	}
	async function w(e) {
		for (let t of await g.deliver(e, {
			signal: d,
			keepalive: !0
		})) t.result.outcome === "delivered" ? await i.done(s, t.records) : t.result.outcome === "retry" && m.failed(rc(t));
	}
	let T = i.onChanged((e) => {
		e.some((e) => "record" in e && e.record.todo.includes(s)) && p.wake();
	});
	return p.wake(), p.run(b, x), {
		retryNow() {
			p.retryNow(), h.retryNow();
		},
		handOver(t, n) {
			if (c === "in-page" || m.failures > 0 && !n) return;
			let r = zs(t, h.atExit(i.unsettled(s)), {
				sharesFlags: l,
				batchSize: e.batchSize
			}), o = i.unsettled(s).filter(({ event: e }) => i.isLost(e.id));
			o.length > 0 && a.note("not-stored", o.map(({ event: e }) => e), [s]), r.length > 0 && (_ = Promise.all([_, w(r)]));
		},
		retryRefused: () => C(),
		stop() {
			T(), g.stop(), u.abort();
		}
	};
}
var zc, Bc, Vc, Hc = t((() => {
	Sa(), ac(), Ys(), uc(), hc(), bc(), Lc(), zc = 50, Bc = 1e3, Vc = 5e3;
}));
// ../../tmp/version-LBTL3N/packages/telltale/src/events/evidence.ts
function Uc({ shown: e, tokenDigest: t }, n) {
	let { ageMs: r, isOwn: i, later: a, isAsked: o, hasEnded: s } = n, c = r >= tt, l = i || s;
	if (a && e && J(a, e)) return l === !1 ? void 0 : a;
	if (l ?? c) return a ? e ? {} : a : t !== void 0 && (o || !c) ? void 0 : {};
}
var Wc, Gc = t((() => {
	Y(), nt(), Wc = (e, t) => (n, r) => {
		let { tokenDigest: i, at: a } = n, o = e.all.findIndex(({ id: e }) => e === n.question), s = e.all.slice(o + 1).filter((t) => i !== void 0 && e.isOf(t, i)), c = r.isOwn || a > t.now() ? -Infinity : a;
		return Uc(n, {
			...r,
			later: s.find(({ owner: e, askedAt: t }) => e && t >= c)?.owner,
			isAsked: s.some(({ isOpen: e }) => e)
		});
	};
}));
// ../../tmp/version-LBTL3N/packages/telltale/src/events/droppedCounts.ts
function Kc({ bus: e, app: t, diagnostics: n, platform: { storage: r } }) {
	let i = `dropped:${t.space}`, a = qc(r.get(i)), o = (t) => e.publish("diagnosis", { dropped: t });
	o(a);
	let s = [e.on("drop", (e) => {
		o(Jc(n.get().dropped, e)), a = Jc(a, e), r.set(i, B(a));
	}), e.on("dropsReported", () => {
		a = {}, r.remove(i);
	})];
	return () => s.forEach((e) => e());
}
function qc(e) {
	let t = Object.entries(L(e)).map(([e, t]) => {
		let n = I(t) ? Object.entries(t).filter(([, e]) => Yc(e)) : [];
		return [e, Object.fromEntries(n)];
	});
	return Object.fromEntries(t.filter(([, e]) => Object.keys(e).length > 0));
}
function Jc(e, { where: t, reason: n, count: r }) {
	let i = e[t] ?? {};
	return {
		...e,
		[t]: {
			...i,
			[n]: (i[n] ?? 0) + r
		}
	};
}
var Yc, Xc = t((() => {
	H(), Yc = (e) => Number.isSafeInteger(e) && Number(e) > 0;
}));
// ../../tmp/version-LBTL3N/packages/telltale/src/events/exit.ts
function Zc({ page: e, transport: t, inMemory: n, outbox: r, localCopies: i, deliveries: a, settle: o }) {
	let s = !1, c = !1, l = !1;
	function u() {
		let e = l;
		l = !0;
		for (let { record: e } of [...n.byId.values()]) {
			let { event: t, todo: a } = e;
			a.includes("pending") && r.isLost(t.id) && !i.hasAddition(t.id) && n.amend(o(Qc(t)));
		}
		l = e;
	}
	function d(e) {
		c && u(), r.flush();
		for (let n of a) n.handOver(t.keepaliveRoom() - $c, e);
	}
	let f = [
		e.onMayExit((e) => {
			s = !0, c ||= e, d(!0);
		}),
		e.onReturn(() => {
			s = c = !1;
			for (let e of a) e.retryNow();
		}),
		n.onPut(() => {
			s && !l && (l = !0, d(!1), queueMicrotask(() => {
				l = !1, d(!1);
			}));
		})
	];
	return { stop: () => f.forEach((e) => e()) };
}
function Qc({ flagSet: e, flagsUser: t, ...n }) {
	let { identity: r = {} } = n, i = e && t && J(t, r);
	return {
		...n,
		identity: r,
		flagsUser: r,
		...i && { flagSet: e }
	};
}
var $c, el = t((() => {
	Y(), K(), $c = 8192;
}));
// ../../tmp/version-LBTL3N/packages/telltale/src/events/fates.ts
function tl({ storage: e, store: t, page: n, last: r, names: i, hasEnded: a }) {
	let o = `fates:${t}:`, s = o + n, c = new Map(i.map((e) => [e, {
		ranges: [],
		growing: /* @__PURE__ */ new Map()
	}])), l = !1;
	function u(e, { page: t, fate: n, first: r, last: i }) {
		let a = c.get(e);
		if (!a) return;
		let o = `${t}/${n}`, s = a.growing.get(o);
		if (s?.last === r - 1) s.last = i;
		else {
			let e = {
				page: t,
				fate: n,
				first: r,
				last: i
			};
			a.growing.set(o, e), a.ranges.push(e) > ol && nl(a);
		}
	}
	function d() {
		l || (l = !0, queueMicrotask(f));
	}
	function f() {
		l = !1;
		let t = [...c].filter(([, { ranges: e }]) => e.length > 0);
		return t.length === 0 ? (e.remove(s), !0) : e.set(s, B(Object.fromEntries(t.map(([e, { ranges: t }]) => [e, rl(t)]))));
	}
	let p = /* @__PURE__ */ new Set();
	async function m() {
		for (let t of e.keys(o)) if (t !== s && await a(t.slice(o.length)) !== !1) {
			if (!p.has(t)) for (let [n, r] of Object.entries(L(e.get(t)))) for (let e of il(r)) u(n, e);
			p.add(t), f() && e.remove(t);
		}
	}
	return m(), {
		note(e, t, n) {
			for (let r of n) for (let { page: n, n: i } of t) u(r, {
				page: n,
				fate: e,
				first: i,
				last: i
			});
			d();
		},
		report(e) {
			let t = c.get(e), i = new Set(t?.ranges);
			t?.growing.clear();
			let a = rl(i);
			return {
				pages: {
					...a,
					[n]: {
						last: r(),
						...a[n]
					}
				},
				confirm() {
					t && (t.ranges = t.ranges.filter((e) => !i.has(e))), d(), m();
				}
			};
		}
	};
}
function nl({ ranges: e, growing: t }) {
	let n = e.shift();
	for (let [e, r] of t) r === n && t.delete(e);
}
function rl(e) {
	let t = /* @__PURE__ */ new Map();
	for (let { page: n, fate: r, first: i, last: a } of e) {
		let e = t.get(n) ?? {}, o = i === a ? `${i}` : `${i}-${a}`;
		t.set(n, Object.assign(e, { [r]: e[r] ? `${e[r]},${o}` : o }));
	}
	return Object.fromEntries(t);
}
function il(e) {
	return I(e) ? Object.entries(e).flatMap(([e, t]) => al.flatMap((n) => {
		let r = I(t) ? t[n] : void 0;
		return (typeof r == "string" ? r.split(",", ol) : []).flatMap((t) => {
			let [, r, i = r] = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(t) ?? [];
			return r ? {
				page: e,
				fate: n,
				first: Number(r),
				last: Number(i)
			} : [];
		});
	})) : [];
}
var al, ol, sl = t((() => {
	H(), al = [
		"delivered",
		"filtered",
		"not-accepted",
		"not-stored",
		"refused",
		"over-budget",
		"no-destination"
	], ol = 200;
}));
// ../../tmp/version-LBTL3N/packages/telltale/src/events/flush.ts
async function cl(e, t) {
	let { bus: n, clock: r, outbox: i, deliveries: a, diagnostics: o, identity: s, names: c } = e, l = new AbortController(), u = ba(l.signal), d = {}, f = {}, p = {}, m = [n.on("progress", ({ step: e, destination: t = "", reason: n }) => {
		e === "acknowledged" && (d[t] = (d[t] ?? 0) + 1), e === "dropped" && n === "refused" && (f[t] = (f[t] ?? 0) + 1), u.notify();
	}), n.on("attempt", ({ destination: e, outcome: t, reason: n = t ?? "" }) => {
		t !== "delivered" && (p[e] = String(n)), u.notify();
	})], h = () => pc(i, c).then(({ waiting: e }) => e), g = {
		pending: 0,
		unread: {}
	}, _ = () => g.pending === 0 && Object.values(g.unread).every((e) => e === 0);
	async function v() {
		await i.ready;
		for (let { retryNow: e } of a) e();
		for (; !l.signal.aborted;) {
			if (g = await h(), _()) return;
			await u.wait();
		}
	}
	await xa(r, t, v()), l.abort();
	for (let e of m) e();
	g = await h();
	let y = Object.entries(g.unread).flatMap(([e, t]) => {
		let n = o.get().notReady.includes(e) ? ll : p[e] || ul;
		return t > 0 ? [[e, n]] : [];
	}), b = s.get().status === "resolving" ? dl : fl;
	return {
		isComplete: _(),
		acknowledged: d,
		refused: f,
		waiting: g,
		reasons: Object.fromEntries(g.pending > 0 ? [["pending", b], ...y] : y)
	};
}
var ll, ul, dl, fl, pl = t((() => {
	Sa(), hc(), ll = "its script is not ready", ul = "it has not answered yet", dl = "the user is not known yet", fl = "the flags of the user are not there yet";
})), ml, hl = t((() => {
	ml = "LDFF: ";
}));
// ../../tmp/version-LBTL3N/packages/telltale/src/events/flagSet.ts
function gl({ properties: e, flags: t }, n) {
	let r = _l(e, n), i = new Map([...r].map(([e, t]) => [t, e])), a = ot(yl(e, r), Object.fromEntries(Object.entries(t).map(([t, n]) => {
		let r = i.get(t);
		return [t, {
			...r === void 0 ? { value: e[t] } : { property: r },
			...n
		}];
	}))), o = Object.keys(t).filter((e) => t[e]?.reason === "OVERRIDE");
	return a && {
		...a,
		...o.length > 0 && { overridden: o }
	};
}
function _l(e, t) {
	let n = /* @__PURE__ */ new Map();
	for (let r of Object.keys(e).sort()) {
		let e = ml + vl(r), i = n.get(e);
		i === void 0 ? n.set(e, r) : t(`Flags "${i}" and "${r}" share the event property "${e}". Rename one. (T63)`);
	}
	return n;
}
function vl(e) {
	return e.replace(/(\p{Ll}|\d)(\p{Lu})/gu, "$1_$2").replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1_$2").replace(/[^\p{L}\p{N}]+/gu, "_").replace(/^_+|_+$/g, "").toLowerCase();
}
var yl, bl = t((() => {
	hl(), lt(), yl = (e, t) => Object.fromEntries([...t].map(([t, n]) => [t, e[n]]));
}));
// ../../tmp/version-LBTL3N/packages/telltale/src/events/settling.ts
function xl(e, { reports: t, bus: n, process: r }) {
	let i = E((e) => wr(e)), a = E((e) => "isKeyed" in e ? gl(e, (e) => t.problem("flags", e)) : e);
	return (o) => {
		let { [Ne]: s, flagSet: c, ...l } = o, u = c && a(c), d = s === void 0 && u === c ? o : {
			...l,
			...s !== void 0 && { url: i(s) },
			...u && { flagSet: u }
		};
		if (!Cl(d)) return {
			event: d,
			todo: [Ee]
		};
		let f = wl(d), p = r(f);
		if (!p) return t.note("filtered", [f], e.map(({ name: e }) => e)), {
			event: {
				...f,
				properties: {}
			},
			todo: []
		};
		let m = e.filter((e) => Ac(p, e, t)), h = d.destinations?.filter((t) => !e.some((e) => e.name === t)) ?? [], g = [...m.map(({ name: e }) => e), ...h];
		t.progress("completed", p, { destinations: Object.freeze([...g]) }), n.isHeard("event") && n.publish("event", Sl(p));
		let _ = e.filter((e) => !m.includes(e));
		return _.length > 0 && t.note("not-accepted", [p], _.map(({ name: e }) => e)), {
			event: p,
			todo: g
		};
	};
}
function Sl({ flagSet: e, properties: t, ...n }) {
	let r;
	return Object.freeze({
		...R(n),
		...e?.overridden && { overridden: R(e.overridden) },
		get properties() {
			return r ??= R({
				...t,
				...e?.properties
			}), r;
		}
	});
}
var Cl, wl, Tl = t((() => {
	H(), k(), Ir(), Y(), K(), jc(), Ie(), bl(), Cl = (e) => e.identity !== void 0 && e.flagsUser !== void 0 && J(e.identity, e.flagsUser), wl = ({ question: e, tokenDigest: t, shown: n, destinations: r, hasLock: i, flagsUser: a, ...o }) => o;
}));
// ../../tmp/version-LBTL3N/packages/telltale/src/events/recovery.ts
function El({ clock: e, attributor: t, askedAt: n, flagsDeadlineMs: i, tabs: a, readPending: o, ...s }) {
	let c = new AbortController(), { signal: l } = c, u = [], d = 0, f = 0, p = (e) => ({ ageMs: Math.max(d - e.at, f) }), m = t.onChange(_);
	g();
	function h({ identity: t, at: r }) {
		return t !== void 0 || r <= n || r > e.now();
	}
	async function g() {
		if (u = (await o()).filter((e) => !t.isOwn(e) && h(e)), d = e.now(), _(), u.length !== 0) for (await Ps({
			clock: e,
			flagsDeadlineMs: i,
			signal: l
		}, 0, (e) => {
			f = e, _();
		}); u.length > 0 && !l.aborted;) await r(e, Dl, l), _();
	}
	function _() {
		!l.aborted && u.some((e) => Cl(e) || t.learn(e, {
			...p(e),
			hasEnded: !0
		}) !== e) && v();
	}
	async function v() {
		let e = new Map((await o()).map((e) => [e.id, e])), n = new Set([...e.values()].flatMap((e) => e.hasLock ? Ol(e) : [])), r = await a.running();
		if (l.aborted) return;
		function i(e) {
			let t = us(e, r);
			return t && !n.has(e) ? void 0 : t;
		}
		u = u.flatMap(({ id: n }) => {
			let r = e.get(n);
			if (!r) return [];
			let a = i(Ol(r));
			if (a === !1) return [r];
			let o = t.learn(r, {
				...p(r),
				hasEnded: a
			});
			if (o === r && !Cl(r)) return [r];
			let c = s.settle(o);
			return s.amend(c), c.todo.includes("pending") ? [o] : [];
		});
	}
	return { stop() {
		m(), c.abort();
	} };
}
var Dl, Ol, kl = t((() => {
	l(), K(), Ls(), ps(), Tl(), Dl = 6e4, Ol = ({ question: e = "" }) => e.replace(/\/.*/, "");
}));
// ../../tmp/version-LBTL3N/packages/telltale/src/events/unstored.ts
function Al({ inMemory: { byId: e, unwritten: t }, localCopies: n }) {
	let r = /* @__PURE__ */ new Set(), i = /* @__PURE__ */ new Map();
	function a(t) {
		let r = (t) => e.get(t)?.record.todo.length === 0;
		if ("record" in t) return r(t.record.event.id) || n.put(t);
		for (let e of t.ids) r(e) && n.hasAddition(e) && !n.isRecovered(e) ? n.forgetEvent(e) : t.type === "done" && n.mark(t.task, [e], !0);
		return !0;
	}
	let o = {
		hasFailed: !1,
		get lost() {
			return r.size;
		},
		isLost: (e) => r.has(e) || o.hasFailed && [...t.keys()].some((t) => t.type === "add" && t.record.event.id === e),
		withAdditions(e) {
			let t = new Set(e);
			return e.flatMap((e) => {
				if (!("record" in e)) return [e];
				let { event: r, todo: a } = e.record;
				e.type === "add" && a.includes("pending") && i.set(r.id, e);
				let o = e.type === "amend" && i.get(r.id);
				return o && !t.has(o) && !n.isRecovered(r.id) ? [o, e] : [e];
			});
		},
		keep(e) {
			o.hasFailed = !0;
			let t = e.filter((e) => !a(e));
			for (let e of t) e.type === "add" && r.add(e.record.event.id);
			return t;
		},
		take: (e) => void i.delete(e),
		restore() {
			return [...e].filter(([e, { isStored: t }]) => !t && !n.isRecovered(e)).flatMap(([t, n]) => {
				let { record: r } = n;
				if (r.todo.length === 0) return [{
					type: "remove",
					ids: [t]
				}];
				e.set(t, {
					...n,
					version: r
				});
				let a = i.get(t);
				return a ? [a, {
					type: "amend",
					record: r
				}] : [{
					type: "add",
					record: r
				}];
			});
		}
	};
	return o;
}
var jl = t((() => {
	K();
}));
// ../../tmp/version-LBTL3N/packages/telltale/src/events/outbox.ts
function Ml({ inMemory: e, store: t, localCopies: n, shared: r, reports: i }) {
	let { byId: a, unwritten: o } = e, s = x(), c = hs(t, i.unreadable), l = () => [...o].flatMap(([e, t]) => t ? [] : e), u = !1, d = Al({
		inMemory: e,
		localCopies: n
	}), f;
	h();
	let p = g(), m = p;
	e.onPut(v);
	function h() {
		for (let e of o.keys()) {
			if (e.type !== "add") continue;
			let { event: t, todo: r } = e.record;
			n.isRecovered(t.id) && (o.delete(e), S(e), r.includes("pending") || a.delete(t.id));
		}
	}
	async function g() {
		d.hasFailed = !(await t.change([])).isStored, u = !0;
		let e = await n.recover();
		for (let t of e) if (!("record" in t)) _(t);
		else {
			let { record: e } = t;
			a.set(e.event.id, {
				version: e,
				record: e,
				isPut: !1,
				isStored: !1
			});
		}
		let r = [...e, ...l()];
		r.length > 0 && await b(r);
	}
	function _(e, t = []) {
		for (let e of t) {
			let { id: t } = e.event;
			a.has(t) || a.set(t, {
				version: e,
				record: e,
				isPut: !1,
				isStored: !0
			});
		}
		for (let t of e.ids) {
			let n = a.get(t);
			n && (n.record = Ca(n.record, e) ?? {
				...n.record,
				todo: []
			});
		}
	}
	function v() {
		return f ??= m.then(y);
	}
	function y() {
		f = void 0;
		let e = l();
		return e.length > 0 ? m = b(e) : m;
	}
	async function b(e) {
		for (let t of e) o.set(t, !0);
		r.write(e);
		let c = d.withAdditions(e), { isStored: l, ignored: u } = await t.change(c);
		for (let e of c) o.delete(e);
		l && c.forEach(S), n.confirm(u);
		for (let e of u) a.delete(e);
		let f = l ? [] : d.keep(c);
		for (let [e, { record: t, isPut: n, isStored: r }] of a) {
			let i = n && t.todo.includes("pending");
			r && !i && a.size > Nl && a.delete(e);
		}
		let p = e.filter((e) => "record" in e && !f.includes(e) && !u.includes(e.record.event.id));
		for (let e of p) "record" in e && !e.record.todo.includes("pending") && i.progress("stored", e.record.event);
		(f.length > 0 || d.lost > 0 && p.length > 0) && i.storage(f.length === 0, d.lost), (l || d.lost === 0) && i.database(l), s.notify(c);
	}
	function S(e) {
		for (let t of Da(e)) {
			let i = a.get(t);
			e.type === "done" && n.mark(e.task, [t], !1), "record" in e ? (d.take(t), i && i.version !== e.record || (n.confirm([t]), e.record.todo.includes("pending") || r.settle(t), i && (i.isStored = !0))) : i && (i.record.todo.length === 0 || i.isStored && !i.isPut) && a.delete(t);
		}
	}
	function C(e, t) {
		let n = a.get(e);
		return !n || n.record.todo.includes(t) ? !1 : t === "pending" || n.version.todo.includes(t);
	}
	async function w(e, t = Infinity) {
		let n = (await c(e, d.hasFailed ? t + a.size : t)).map((e) => e.todo.includes("pending") && a.get(e.event.id)?.record || e).filter(({ event: t, todo: n }) => (e === void 0 ? n : [e]).some((e) => !C(t.id, e)));
		if (!d.hasFailed) return n;
		let r = [...a.values()].flatMap(({ record: t, isStored: n }) => !n && (e === void 0 ? t.todo.length > 0 : t.todo.includes(e)) ? [t] : []);
		return Cs(new Map([...n, ...r].map((e) => [e.event.id, e])).values()).slice(0, t);
	}
	let T = (e, t = !1) => {
		let n = (e) => !t && (!r.has(e) || d.isLost(e)), i = [...a.values()].filter(({ record: t, isPut: r, isStored: i }) => r && t.todo.includes(e) && (i || n(t.event.id)));
		return Cs(i.map(({ record: e }) => e));
	};
	async function E(e, t) {
		_(e, t), o.set(e, !1), await v();
	}
	let D = {
		ready: p,
		read: w,
		all: () => w(),
		async next(e, t) {
			let r = T(e, !0), i = await w(e, t), o = i.length < t, s = Pl(i);
			d.hasFailed || n.confirm(s);
			let c = o ? Pl(r).filter((e) => !s.includes(e)) : [];
			_({
				type: "done",
				task: e,
				ids: c
			});
			for (let e of c) a.get(e)?.record.todo.length === 0 && a.delete(e);
			let l = i.filter(({ event: t }) => n.isDone(e, t.id));
			return l.length === 0 ? {
				records: i,
				isAtEnd: o
			} : (await D.done(e, l), D.next(e, t));
		},
		mark: (e, t, r) => n.mark(e, Pl(t), r),
		done: (e, t) => E({
			type: "done",
			task: e,
			ids: Pl(t)
		}, t),
		refuse: (e, t, n) => E({
			type: "refuse",
			task: e,
			ids: Pl(t),
			reason: n
		}, t),
		remove(e) {
			for (let t of Pl(e)) n.forgetEvent(t);
			return E({
				type: "remove",
				ids: Pl(e)
			}, e);
		},
		isLost: d.isLost,
		unsettled: T,
		flush() {
			for (let e of o.keys()) "record" in e && n.put(e);
			u && y();
		},
		restore: () => void b(d.restore()),
		onChanged: s.add
	};
	return D;
}
var Nl, Pl, Fl = t((() => {
	w(), Aa(), K(), ws(), jl(), Nl = 200, Pl = (e) => e.map(({ event: e }) => e.id);
}));
// ../../tmp/version-LBTL3N/packages/telltale/src/events/processing.ts
function Il(e, t) {
	let n = e.filter(({ process: e }) => e);
	function r(e, n) {
		let r = R(ms(e));
		try {
			let i = n.process?.(r);
			return i === r ? e : i === void 0 ? void 0 : Ll(e, i, (e) => t.problem("track", Fe(n.name, e)));
		} catch {
			return t.error("events", `the step "${n.name}" has failed: events go on as they were (T157)`), e;
		}
	}
	return (e) => {
		let i = e;
		for (let e of n) {
			let n = r(i, e);
			if (!n) {
				t.dropped([i], {
					where: e.name,
					reason: "filtered"
				});
				return;
			}
			i = n;
		}
		return i;
	};
}
function Ll(e, t, n) {
	let { name: r, url: i, properties: a } = t;
	if (!P(r) || typeof i != "string" || !I(a)) throw TypeError();
	let o = e.flagSet?.properties ?? {}, { properties: s, leftOut: c } = je(a);
	c.length > 0 && n(c);
	let l = Object.entries(s).filter(([e]) => !Object.hasOwn(o, e));
	return {
		...e,
		name: r,
		url: i,
		properties: Object.fromEntries(l)
	};
}
var Rl = t((() => {
	H(), Ie(), ws();
}));
// ../../tmp/version-LBTL3N/packages/telltale/src/events/sharedDrafts.ts
function zl({ inMemory: e, localCopies: t }) {
	let n = /* @__PURE__ */ new Set(), r = !1;
	return {
		add: (e) => void n.add(e),
		has: (e) => n.has(e) || t.isRecovered(e),
		write(e) {
			for (let i of e) {
				if (i.type !== "add" || !i.record.todo.includes("pending")) continue;
				let { id: e } = i.record.event;
				(!r || t.isRecovered(e)) && n.add(e);
			}
		},
		settle: (e) => void n.delete(e),
		onLock(t) {
			if (r = t, !t) {
				for (let [t, { record: r }] of e.byId) r.todo.includes("pending") && n.add(t);
				for (let t of e.unwritten.keys()) t.type === "amend" && n.add(t.record.event.id);
			}
		}
	};
}
var Bl = t((() => {
	K();
}));
// ../../tmp/version-LBTL3N/packages/telltale/src/events/startDeliveries.ts
function Vl({ parts: e, started: t, recorder: n, steps: r, flagsDeadlineMs: i, inMemory: a, ownCopies: o, maxBytes: s, onMayExit: c, last: l }, u, { openEventStore: d, startHttpDestination: f }) {
	let { platform: p, app: m } = u, h = Kc(u), { givenUp: g } = a;
	g.length > 0 && u.bus.publish("drop", {
		where: "outbox",
		reason: "over-budget",
		count: g.length
	});
	let _ = tl({
		...p,
		store: o.store,
		page: u.questions.page,
		last: l,
		names: e.filter(({ http: e }) => e).map(({ name: e }) => e),
		hasEnded: async (e) => us(e, await p.tabs.running())
	});
	_.note("over-budget", g, e.map(({ name: e }) => e));
	let v = Tc(u, _.note), y = e.map(({ name: e, http: n = {} }) => {
		let r = t.get(e);
		return r ? Hl(r) : f(n, u, _.report);
	}), b = y.map(({ name: e }) => e), x = Ts(o, {
		...p,
		onUnreadable: v.unreadable,
		hasEnded: async (e) => us(e, await p.tabs.running())
	}), S = d(o.store), C = zl({
		inMemory: a,
		localCopies: x
	}), w = Ml({
		inMemory: a,
		store: S,
		localCopies: x,
		shared: C,
		reports: v
	}), T = y.map((e) => Rc(e, {
		...p,
		outbox: w,
		lock: `deliver:${o.store}:${e.name}`,
		reports: v
	})), E = S.answers.watch(() => {
		S.answers.get() && w.restore();
		for (let { retryNow: e } of T) e();
	}), D = Rs({
		...p,
		outbox: w,
		maxBytes: s,
		names: b,
		reports: v
	}), O = xl(y, {
		reports: v,
		bus: u.bus,
		process: Il(r, v)
	});
	n.settleBy(O, Wc(u.questions, p.clock));
	let k = Fs({
		clock: p.clock,
		questions: u.questions,
		inMemory: a,
		recorder: n,
		flagsDeadlineMs: i
	}), A = Zc({
		...p,
		page: {
			...p.page,
			onMayExit: c
		},
		inMemory: a,
		outbox: w,
		localCopies: x,
		deliveries: T,
		settle: O
	}), j = cs({
		...p,
		id: u.questions.page,
		store: o.store,
		onLock(e) {
			n.onLock(e), C.onLock(e);
		}
	}), M = e.length > 0 && ks({
		...p,
		space: m.space,
		ownCopies: o,
		openEventStore: d,
		store: S,
		onPut: a.onPut,
		onUnreadable: v.unreadable,
		onAdopted: () => T.forEach(({ retryNow: e }) => e())
	}), N = El({
		clock: p.clock,
		flagsDeadlineMs: i,
		settle: O,
		attributor: n,
		askedAt: u.questions.all[0]?.askedAt ?? p.clock.now(),
		tabs: p.tabs,
		amend(e) {
			C.add(e.event.id), a.amend(e);
		},
		async readPending() {
			return await w.ready, M && await M.first, (await w.read(Ee)).map(({ event: e }) => e);
		}
	});
	return {
		refused: dc(w, T),
		async count() {
			return {
				...await pc(w, b),
				isComplete: S.answers.get()
			};
		},
		watch: k.add,
		flush: (e) => cl({
			...u,
			clock: p.clock,
			outbox: w,
			deliveries: T,
			names: b
		}, e),
		stop() {
			h(), E();
			for (let e of [
				A,
				D,
				...M ? [M] : [],
				k,
				N,
				j,
				...T
			]) e.stop();
		}
	};
}
var Hl, Ul, Wl = t((() => {
	H(), K(), Ns(), Ls(), Ys(), Hc(), jc(), Gc(), Xc(), el(), sl(), pl(), kl(), Fl(), ps(), hc(), Rl(), Tl(), Bl(), Os(), Hl = (e) => ({
		...e,
		accepts: (t) => e.accepts?.(Ul(t)) ?? !0,
		deliver: (t, { flagSetOf: n, ...r }) => e.deliver(t.map(Ul), {
			...r,
			...n && { flagSetOf: (e) => R(n(e)) }
		})
	}), Ul = (e) => V(e);
}));
// ../../tmp/version-LBTL3N/packages/telltale/src/identity/askAgain.ts
function Gl({ platform: { clock: e, random: t, page: n }, repetition: i, bus: a }) {
	let { asked: o, failed: s } = i, c;
	s.watch(u), u(), o.watch(() => void l()), l();
	async function l() {
		let t = o.get();
		if (!t) return;
		let { signal: n } = t.controller;
		await r(e, Yl, n), n.aborted || s.get()?.signal === n || (t.tokenDigest === void 0 ? a.publish("problem", {
			where: "identity",
			message: Xl,
			until: n
		}) : a.publish("problem", {
			where: "identity",
			message: Zl,
			isError: !0,
			isRecurring: !0,
			until: n
		}));
	}
	function u() {
		let e = s.get();
		e && e.signal !== c && d(e);
	}
	async function d({ signal: r, retryAfterMs: a }) {
		c = r;
		let o = _e({
			clock: e,
			random: t,
			backoff: Kl,
			signal: r
		}), l = n.onReturn(o.retryNow), u = () => r.aborted || s.get()?.signal !== r, d = 0, f = !1;
		for (let t = a; !u(); t = s.get()?.retryAfterMs) {
			let r = o.failed(t), a = n.isOnline(), s = e.now();
			if (await o.wait(r), u()) break;
			a && (d += Math.min(Math.max(e.now() - s, 0), r)), await i.repeat(), u() || f || (f = d >= Jl, d >= ql && i.giveUp(f));
		}
		l();
	}
}
var Kl, ql, Jl, Yl, Xl, Zl, Ql = t((() => {
	l(), ye(), Kl = {
		firstMs: 1e3,
		maxMs: 3e4
	}, ql = 5e3, Jl = 6e4, Yl = 1e4, Xl = "The user is not known yet: auth.token or identity.person returns undefined or a pending promise, or telltale.identify was not called. (T56)", Zl = "events have waited for who-am-i for 10 s (T141)";
}));
// ../../tmp/version-LBTL3N/packages/telltale/src/identity/joinVisitor.ts
function $l({ app: { space: e }, identity: t, questions: n, platform: { page: r, storage: i, tabs: a }, repetition: o }, s) {
	let c = new AbortController(), l = `${nn}${e} `;
	function u() {
		let e = t.get();
		if (e.status !== "known" || !e.tokenDigest || !n.now().owner) return;
		let r = l + e.tokenDigest;
		an(i, r) && a.whileAlone(r, c.signal, async () => {
			if (t.get() !== e || !n.now().owner) return;
			let a = an(i, r);
			if (!a) return;
			i.remove(r), e.impersonator === void 0 && s(tu, { visitor: a }, "sign-in");
			let o = i.keys(l);
			o.length > nu && o.forEach(i.remove);
		});
	}
	function d() {
		let n = t.get();
		n.status === "unknown" && n.visitor && (["visitor:" + e, ...i.keys(l)].map((e) => an(i, e)).includes(n.visitor) || o.repeat());
	}
	let f = [
		t.watch(u),
		n.watch(u),
		r.onReturn(d),
		a.onStored("visitor", d),
		() => c.abort()
	];
	return u(), d(), () => f.forEach((e) => e());
}
var eu, tu, nu, ru = t((() => {
	on(), eu = (e) => e.identity?.visitor === !0, tu = "Visitor signed in", nu = 10;
}));
// ../../tmp/version-LBTL3N/packages/telltale/src/identity/readTraits.ts
function iu(e, { identity: t, bus: n }) {
	let r = e.identity?.traits, i = E((e) => {
		if (e.status === "known" && e.impersonator === void 0) try {
			let t = r(e.person);
			if (t == null) return;
			if (Object.prototype.toString.call(t) !== "[object Object]") throw t;
			let n = V(t, wt);
			if (!I(n)) throw n;
			return Object.keys(n).length === 0 ? void 0 : R({ [e.person.unique_identity]: n });
		} catch {
			n.publish("problem", {
				where: "identity",
				message: au,
				isError: !0
			});
			return;
		}
	});
	return typeof r == "function" ? (e) => {
		let n = t.get(), r = q(n);
		return r?.id !== void 0 && e.some((e) => J(e.identity, r)) ? i(n) : void 0;
	} : () => void 0;
}
var au, ou = t((() => {
	H(), k(), Y(), Tt(), au = "identity.traits has thrown, or has returned no plain object: batches go without traits (T171)";
}));
// ../../tmp/version-LBTL3N/packages/telltale/src/core/checkOptions.ts
function su({ what: e, table: t, required: n }, r) {
	let [i, a, o = ""] = de(t, r, n) ?? [];
	if (i !== void 0) throw Error(typeof i == "string" ? `Telltale cannot start. Set ${a}${o} of ${e}() to ${i}. (T167)` : i(o, e));
}
var cu, lu, uu, du = t((() => {
	F(), G(), cu = [(e) => typeof e == "boolean", "true or false"], lu = [P, "a text"], uu = [() => !0, ""];
}));
// ../../tmp/version-LBTL3N/packages/telltale/src/adapters/httpDestination.ts
function fu(e, t) {
	let [n, , r = ""] = de(pu, { ...t }, ["url"]) ?? [];
	if (n) throw Error(n(r, e));
	return {
		name: t.name,
		http: t
	};
}
var pu, mu = t((() => {
	G(), pu = {
		url: [he, (e, t) => `Telltale cannot start. Set url${e} of ${t}({ url }) to where batches are posted. (T28)`],
		batchSize: [(e) => Number.isInteger(e) && e > 0, (e, t) => `Telltale cannot start. Set batchSize of ${t}({ url }) to a whole number from 1 to 50. (T29)`]
	};
}));
// ../../tmp/version-LBTL3N/packages/telltale/src/adapters/httpOptions.ts
function hu({ format: e, ...t }) {
	return e ? {
		what: "httpDestination",
		table: gu,
		options: t
	} : {
		what: "collector",
		table: _u,
		options: t
	};
}
var gu, _u, vu = t((() => {
	du(), Eo(), mu(), gu = {
		...pu,
		name: lu,
		headers: uu,
		gzip: cu,
		impersonation: wo
	}, _u = {
		...gu,
		flagSets: cu
	};
}));
// ../../tmp/version-LBTL3N/packages/telltale/src/layer/reportSettings.ts
function yu(e, t) {
	let n = yn(e), r = (e, n = !1) => t.publish("problem", {
		where: "settings",
		message: e,
		isError: n
	}), i = bu(n), a = [{
		what: "createTelltale",
		table: Tu,
		options: n
	}, ...i];
	for (let { what: e, table: t, options: n } of a) for (let [i, a] of Eu(t, n)) r(`Set ${i} of ${e}() to ${a}: its value is not used. (T169)`, !0);
	let o = [...Du(e), ...i.flatMap(({ what: e, table: t, options: n }) => Su(t, n).map((t) => `${e}: ${t}`))];
	o.length > 0 && r(`Unknown settings are ignored: ${o.join(", ")}. (T42)`);
}
function bu(e) {
	let { flags: t, analytics: n, monitoring: r, messaging: i, destinations: a, observers: o, events: s } = e;
	return [
		t,
		n,
		r,
		i,
		...[
			a,
			o,
			s?.steps
		].flatMap((e) => e ?? [])
	].filter(U).flatMap((e) => v(() => xu(e)) ?? []);
}
function xu(e) {
	if ("deliver" in e) return;
	let { passed: t, http: n } = e;
	return n ? hu(n) : I(t?.table) && I(t.options) ? t : void 0;
}
function Su(e, t) {
	let n = Object.keys(e), r = [...n, ...n.map((e) => e.split(".")[0] ?? e)].filter((e) => !(e in t));
	return Object.entries(pe(t)).flatMap(([e, t]) => n.includes(e) ? [] : n.some((t) => t.startsWith(`${e}.`)) ? (I(t) ? Object.keys(t).map((t) => `${e}.${t}`) : []).filter((e) => !n.includes(e)) : [e]).map((e) => {
		let t = Cu(e, r);
		return t ? `${e} (${t}?)` : e;
	});
}
function Cu(e, t) {
	for (let n = 0; n <= Ou; n++) {
		let r = t.find((t) => t.length >= 3 * n && wu(n, e.toLowerCase(), t.toLowerCase()));
		if (r !== void 0) return r;
	}
}
function wu(e, t, n) {
	if (t === n) return !0;
	let [r, i] = [t.slice(1), n.slice(1)];
	if (t[0] === n[0]) return wu(e, r, i);
	let a = t[0] === i[0] && r[0] === n[0];
	return e > 0 && (wu(e - 1, r, n) || wu(e - 1, t, i) || wu(e - 1, r, i) || a && wu(e - 1, r.slice(1), i.slice(1)));
}
var Tu, Eu, Du, Ou, ku = t((() => {
	vu(), y(), H(), du(), G(), An(), Tu = {
		...On,
		promotion: uu,
		"app.platform": lu,
		"identity.visitor": cu,
		"app.multiPage": cu,
		"app.internal": cu,
		definitions: [I, "an object with flags and events"],
		silent: cu
	}, Eu = (e, t) => Object.entries(e).flatMap(([e, n]) => {
		let [r] = de({ [e]: n }, { ...t }) ?? [];
		return typeof r == "string" ? [[e, r]] : [];
	}), Du = (e) => Su(Tu, e), Ou = 2;
})), Au, ju = t((() => {
	as(), ss(), Wl(), Ql(), ru(), ou(), ku(), Au = (e, { hostOf: t, openEventStore: n }) => (r, i) => {
		yu(e, i.bus), Gl(i), os(i);
		let a = iu(e, i), o = t(i), s = Vl(r, o, {
			openEventStore: n,
			startHttpDestination: (e, t, n) => zo(e, t, {
				report: n,
				traitsOf: a
			})
		});
		if (!eu(e)) return s;
		let c = $l(o, r.record);
		return {
			...s,
			stop() {
				c(), s.stop();
			}
		};
	};
})), Mu = /* @__PURE__ */ n({
	matchesUrl: () => Pu,
	watchGoals: () => Nu
});
function Nu(e, { platform: t, onGoal: n }, r) {
	let { page: i, clock: a, visitor: o } = t, s, c = [], l = () => {};
	function u() {
		l(), l = a.after(Fu, u);
		let t = i.url();
		if (t !== s) {
			s = t, c = e.filter(({ urls: e }) => Array.isArray(e) && e.some((e) => e && Pu(e, t)));
			for (let e of c) e.kind === "pageview" && n(e);
		}
	}
	let d = [
		o?.onNavigate(u),
		o?.onClick((e) => {
			u();
			for (let t of c) t.kind === "click" && e(t.selector ?? "") && n(t);
		}),
		() => l()
	];
	u(), r.addEventListener("abort", () => d.forEach((e) => e?.()));
}
function Pu({ kind: e, url: t, substring: n = "", pattern: r = "" }, i) {
	let a = (e) => e === t || e === `${t}/`, [, o = "", s = ""] = /^([^?#]*)[^#]*(.*)$/s.exec(i) ?? [], c = s.includes("/") ? o + s : o;
	if (e === "exact") return a(i);
	if (e === "canonical") return a(o);
	if (e === "substring") return c.includes(n);
	try {
		return e === "regex" && new RegExp(r).test(c);
	} catch {
		return !1;
	}
}
var Fu, Iu = t((() => {
	Fu = 300;
})), Lu = /* @__PURE__ */ n({
	startBrowserDeliveries: () => zu,
	startFlagEvents: () => Bu
});
function Ru(e) {
	let t = co(oo);
	return {
		tabs: ho(cr),
		transport: t,
		http: u({
			...e,
			transport: t
		})
	};
}
var zu, Bu, Vu = t((() => {
	_(), Cr(), ua(), ya(), br(), Za(), uo(), mo(), lr(), bo(), ju(), zu = (e) => Au(e, {
		hostOf(e) {
			let { http: t, ...n } = Ru(e.platform);
			return {
				...e,
				http: t,
				platform: {
					...e.platform,
					...n
				}
			};
		},
		openEventStore: (e) => Va(() => Fa({
			prefix: cr,
			appName: e
		}), vr)
	}), Bu = (e) => la({
		platformOf: (e) => ({
			...e,
			visitor: po,
			channel: yo,
			...Ru(e)
		}),
		shareStream: da,
		isKept: !0,
		loadGoals: async () => (await Promise.resolve().then(() => (Iu(), Mu))).watchGoals,
		loadDiagnostics: () => xr,
		diagnosticsDelayMs: 2500
	})(e);
}));
br(), Z();
function Hu(e) {
	let t = Wn(e, {
		platform: gr(),
		loadDeliveries: () => Uu(e)
	});
	return Zn() || t.close(), t;
}
async function Uu(e) {
	let { startBrowserDeliveries: t } = await Promise.resolve().then(() => (Vu(), Lu));
	return t(e);
}
mu(), G();
function Wu(e) {
	let t = pe(e);
	return fu("collector", {
		...t,
		name: t.name ?? "collector"
	});
}
// ../../tmp/version-LBTL3N/packages/telltale/src/steps/nextSession.ts
H();
var Gu = 18e5, Ku = 864e5, qu = 64, Ju = (e, t) => t === void 0 || e.person === void 0 || e.person === t;
function Yu({ own: e, stored: t, now: n, person: r }, i) {
	return {
		...[t, e].find((e) => e && Xu(e, n) && Ju(e, r)) ?? {
			id: i(),
			startedAt: n
		},
		lastAt: n,
		...typeof r == "number" && { person: r }
	};
}
var Xu = ({ startedAt: e, lastAt: t }, n) => Math.abs(n - t) < Gu && Math.abs(n - e) < Ku;
function Zu(e) {
	let { id: t, startedAt: n, lastAt: r, person: i } = L(e);
	return typeof t == "string" && t !== "" && t.length <= qu && Qu(n) && Qu(r) ? {
		id: t,
		startedAt: n,
		lastAt: r,
		...Qu(i) && { person: i }
	} : void 0;
}
var Qu = (e) => Number.isFinite(e);
// ../../tmp/version-LBTL3N/packages/telltale/src/steps/shareOf.ts
function $u(e) {
	let t = 0;
	for (let n = 0; n < e.length; n += 1) t = Math.imul(t ^ e.charCodeAt(n), 16777619);
	return (Math.imul(t ^ t >>> 15, 739982445) >>> 0) / 2 ** 32;
}
H(), Y();
var ed = "visit:", td = 1e3;
function nd(e) {
	let t;
	return {
		name: "session",
		start: (n) => rd(n, {
			onActivity: e,
			change: (e) => t = e
		}),
		enrich: () => t && { moment: { session: t } }
	};
}
function rd({ platform: e, identity: t, app: n }, { onActivity: r, change: i }) {
	let { clock: a, storage: o, random: s, page: c } = e, l = ed + n.space, u, d = !1, f, p = () => Zu(o.get(l)), m = (e) => d && o.set(l, B(e));
	function h() {
		let e = p(), t = Yu({
			own: u,
			stored: e,
			now: a.now(),
			person: f
		}, s.uuid);
		t.id !== u?.id && i(Object.freeze({
			id: t.id,
			startedAt: t.startedAt
		})), u = t, (t.id !== e?.id || t.person !== e.person || Math.abs(t.lastAt - e.lastAt) >= td) && m(t);
	}
	function g() {
		if (f = id(t.get()), !u || !Ju(u, f)) return h();
		typeof f == "number" && u.person === void 0 && (u = {
			...u,
			person: f
		}, p()?.id === u.id && m(u));
	}
	g(), c.whenShown(() => {
		d = !0, h();
	});
	let _ = [r(h), t.watch(g)];
	return () => _.forEach((e) => e());
}
function id(e) {
	let { id: t, impersonator: n } = q(e) ?? {};
	return t === void 0 ? e.status === "unknown" && e.reason !== "failed" ? null : void 0 : $u(`${t} ${n ?? ""}`);
}
y(), Z();
var ad = [
	"pointerdown",
	"keydown",
	"wheel",
	"popstate",
	"pageshow",
	"visibilitychange"
];
function od(e) {
	let t = new AbortController(), { signal: n } = t, r = () => document.visibilityState !== "hidden" && e();
	for (let e of Zn() ? ad : []) v(() => window.addEventListener(e, r, {
		capture: !0,
		passive: !0,
		signal: n
	}));
	return () => t.abort();
}
// ../../tmp/version-LBTL3N/packages/telltale/src/session.ts
var sd = () => nd(od);
H(), it(), Ii(), Q();
var cd = 1e6;
function ld(e, t, n) {
	let r = ud(e, "flags", n), i = (e) => B([
		t,
		Object.entries(pi(e)).sort(),
		li(e).flatMap(([, { mimic_user: e }]) => e ?? [])[0]
	]);
	return {
		read: (e) => ji(r.find(i(e))?.flags),
		write: (e, t) => r.put(i(e), { flags: t })
	};
}
function ud(e, t, n) {
	let r = (e) => rt(e, 0) + rt(e, 1);
	function i() {
		let n = z(e.get(t) ?? "");
		return Array.isArray(n) ? n.filter(I) : [];
	}
	return {
		find(e) {
			let t = r(e);
			return i().find((e) => e.name === t);
		},
		put(o, s) {
			let c = r(o), l = [{
				...s,
				name: c
			}, ...i().filter((e) => e.name !== c)];
			for (; l[0] && (l.length > n || !a(l));) l.pop();
			l[0] || e.remove(t);
		}
	};
	function a(n) {
		let r = ce(n) && B(n);
		return r !== !1 && r.length <= cd && e.set(t, r);
	}
}
ye(), l(), Qr(), Ii();
var dd = 3, fd = 5e3, pd = {
	firstMs: 1e3,
	maxMs: 3e5
}, md = 1e4;
function hd(e, { platform: t, createSource: n, ...r }) {
	let { clock: i, random: a } = t, s = new AbortController(), c, l = !1, u = !1, d, f, p, m, h = !1, g = !1, _ = !1, v = [];
	typeof r.hash == "string" ? c = n(e, r.hash) : S(r.hash);
	function y(e) {
		m ??= o(s.signal), r.report(e, m.signal);
	}
	function b(e, t) {
		r.onFailure(e), t || y(e);
	}
	function x(e) {
		h || (m?.abort(), m = void 0), r.onFlags(e);
	}
	async function S(t) {
		let r = () => b(Zr()), a = i.after(md, r);
		s.signal.addEventListener("abort", a);
		let o = await Promise.resolve(t).catch(() => {});
		if (a(), !s.signal.aborted) {
			if (typeof o != "string") return r();
			c = n(e, o), l && C(), T();
		}
	}
	async function C() {
		if (l = !0, g = !(!d || p), p?.retryNow(), d || !c) return;
		let { signal: e } = d = o(s.signal), t = _e({
			clock: i,
			random: a,
			backoff: pd,
			signal: e
		}), n = !1;
		for (; !e.aborted;) {
			v = [];
			let r = c.fetch(s.signal);
			_ = !0, queueMicrotask(() => _ = !1);
			let i = await r;
			if (s.signal.aborted) return;
			let a = "flags" in i;
			if (!a && i.isTimeout && !m && y(i.error), e.aborted) return;
			if (a) {
				for (let [e, t] of v) Fi(t, i.flags[e]) && (i.flags[e] = t);
				h = !1, x(i.flags);
				break;
			}
			let { error: o, isPermanent: l, retryAfterMs: u = 0 } = i, d = t.failed(u);
			if (!n && (l || t.failures === dd || u > fd) && (n = !0, b(o, i.isTimeout)), l) {
				h = !0;
				break;
			}
			p = t, await t.wait(d), e.aborted || (p = void 0);
		}
		e.aborted || (d = void 0, g && C());
	}
	function w() {
		d?.abort(), d = p = void 0;
	}
	function T() {
		c?.follow && !s.signal.aborted && u !== !!f && (f?.abort(), f = u ? o(s.signal) : void 0, f && c.follow({
			stale: () => void C(),
			flags(e) {
				w(), x(e);
			},
			patch(e, t) {
				d && v.push([e, t]), r.onPatch(e, t);
			},
			hasMissed: () => !_
		}, f.signal));
	}
	return {
		poll: () => void C(),
		setStreaming(e) {
			u = e, T();
		},
		stop: () => s.abort()
	};
}
// ../../tmp/version-LBTL3N/packages/telltale/src/flags/allValues.ts
Ii();
var gd = 20;
function _d(e, t) {
	let n, r, i = !1, a = () => {};
	return {
		get() {
			return n || (n = Object.freeze(Object.setPrototypeOf(r ?? vd(t()), Object.prototype)), r = void 0, a(), i && (a = e.after(gd, () => r = vd(t()))), n);
		},
		change(e, t) {
			n = void 0, i = !0, r && (t === void 0 ? delete r[e] : r[e] = t);
		},
		reset() {
			n = r = void 0, i = !1, a();
		},
		stop: () => a()
	};
}
function vd(e) {
	let t = Object.create(null);
	for (let n in e) {
		let r = Pi(e[n]);
		r !== void 0 && (t[n] = r);
	}
	return t;
}
H(), Ii();
var yd = 1e3, bd = () => Object.create(null);
function xd(e, t = bd()) {
	let n = /* @__PURE__ */ new Map(), r = bd(), i = 0, a = 0, o = (e, n = r) => t[e] ?? n[e], s = _d(e, () => Object.keys(t)[0] ? {
		...r,
		...t
	} : r);
	function c(e, [t, r], i) {
		let o = Pi(t), c = Pi(r);
		return n.delete(e), a += 1, ae(c, o) ? r && c !== void 0 && (r.value = o) : (i[e] = {
			current: c,
			previous: o
		}, s.change(e, c)), i;
	}
	function l(e, t) {
		let n = o(e);
		return t(), c(e, [n, o(e)], bd());
	}
	return {
		entry(e) {
			let t = n.get(e);
			if (t) return t;
			let r = Ai(o(e));
			if (!r && (i += 1) > yd) {
				i = 0;
				for (let [e, t] of n) t.flag || n.delete(e);
			}
			let a = {
				key: e,
				flag: r,
				isPlain: !r?.trackEvents && !r?.debugEventsUntilDate && !r?.prerequisites?.length,
				count: 0,
				fallback: void 0
			};
			return n.set(e, a), a;
		},
		values: s.get,
		revision: () => a,
		wire: () => r,
		replace(e, t) {
			let i = r, l = bd();
			r = e, n.clear(), a += 1;
			let u = !Object.keys(i)[0];
			if (!u || t) for (let t in {
				...e,
				...i
			}) c(t, [o(t, i), o(t, e)], l);
			return (u || Object.keys(l)[0]) && s.reset(), l;
		},
		patch: (e, t) => Fi(t, r[e]) ? l(e, () => r[e] = t) : bd(),
		update: l,
		served: (e) => Ai(r[e]),
		override: (e, n) => l(e, () => {
			let r = V(n);
			r === void 0 ? delete t[e] : t[e] = {
				value: r,
				version: 0,
				reason: Pn
			};
		}),
		stop: s.stop
	};
}
H(), Ii();
function Sd(e) {
	let t = V(e);
	if (!I(t) || t.$valid === !1) return;
	let n = t.$flagsState, r = Object.create(null);
	for (let e of Object.keys(t)) e.startsWith("$") || (r[e] = {
		version: 0,
		...n?.[e],
		value: t[e]
	});
	return r;
}
function Cd(e) {
	let t;
	return (n) => Ai((t ??= Sd(e) ?? {})[n]);
}
k(), l();
var wd = 1e3, Td = 1e3;
function Ed(e, { platform: t, createSource: n, environment: r, calls: a, overrides: o, ...s }) {
	let { clock: c, page: l, storage: u } = t, { bootstrap: d } = e, f = d === "localStorage", p = xd(c, o), m = T("initialising"), h = ld(u, r, e.maxCachedContexts), g, _, v = !1, y = e.streaming, b = i(c, wd, () => g && h.write(g.context, p.wire())), x = l.onMayExit(b.flush);
	function S(r, { hash: i, isMuted: a, isAtOnce: o, isSamePerson: c }) {
		C();
		let l = !g, u = f ? h.read(r) : void 0, v = {
			context: r,
			isMuted: a,
			...hd(r, {
				platform: t,
				createSource: n,
				hash: i ?? e.hash,
				onFlags: y,
				onPatch: b,
				onFailure: x,
				report: s.report
			})
		};
		function y(e) {
			g !== v && w(v), _ === v && (_ = void 0), D(), E(e, "live"), s.onEnd?.(r);
		}
		function b(e, t) {
			if (g !== v) return;
			let n = p.patch(e, t);
			D(), e in n && s.onUpdate(n, !1);
		}
		function x(e) {
			_ === v && (_ = void 0), g === v ? m.get() !== "live" && m.set("failed") : v.stop(), s.onEnd?.(r, e), s.onUpdate({}, !1);
		}
		let S = l && Sd(d);
		S || (_ = v, v.poll());
		let T = S || u;
		(o || T || m.get() === "initialising") && (w(v), c || E(T ?? {}, S ? "live" : T ? "cached" : "initialising"), T && l && s.onEnd?.(r)), O();
	}
	function C() {
		_ !== g && _?.stop(), _ = void 0;
	}
	function w(e) {
		b.flush(), g?.stop(), g = e, a.write({
			kind: "context",
			context: e.isMuted ? void 0 : e.context
		});
	}
	function E(e, t) {
		let n = p.replace(e, v);
		m.set(t), s.onUpdate(n, !0);
	}
	function D() {
		f && b.schedule();
	}
	function O() {
		for (let e of [g, _]) e?.setStreaming(y ?? v);
	}
	function k(e) {
		let t = Td;
		n(e, []);
		function n(r, i) {
			let { entry: o } = r;
			for (let e of o.flag?.prerequisites ?? []) {
				if (e === o.key || i.includes(e) || t === 0) continue;
				--t;
				let r = p.entry(e);
				Nn(r.flag) || n({
					entry: r,
					value: r.flag?.value
				}, [...i, o.key]);
			}
			a.write({
				...r,
				kind: "evaluation",
				isCut: t === 0 && r === e,
				isLive: m.get() === "live"
			});
		}
	}
	return {
		status: m,
		store: p,
		calls: a,
		getContext: () => g?.context,
		evaluate(e, t, { accepts: n, withReason: r } = {}) {
			let i = p.entry(e), a = Mn(i.flag, t, n);
			return k({
				entry: i,
				value: a.value,
				fallback: t,
				withReason: r
			}), a;
		},
		allFlags: p.values,
		revision: p.revision,
		track: (...e) => a.write({
			kind: "custom",
			event: e
		}),
		getFlag: (e) => p.entry(e).flag,
		servedFlag: p.served,
		override: (e, t) => s.onUpdate(p.override(e, t), !1),
		identify: S,
		pause() {
			C(), a.write({
				kind: "context",
				context: void 0
			});
			let e = !g && Sd(d);
			e && E(e, "cached");
		},
		setListening(t, n = e.streaming) {
			v = t, y = n, O();
		},
		close() {
			for (let e of [g, _]) e?.stop();
			b.flush(), x(), p.stop(), a.stop();
		}
	};
}
// ../../tmp/version-LBTL3N/packages/telltale/src/launchDarklyService/callLog.ts
function Dd(e, t) {
	let n = [], r = {
		calls: n,
		dropped: 0,
		write(i) {
			let a = n.length < e;
			return a ? n.push([i, t()]) : r.dropped += 1, a;
		}
	};
	return r;
}
// ../../tmp/version-LBTL3N/packages/telltale/src/launchDarklyService/lateFlagEvents.ts
Te();
var Od = 1e4, kd = `the file that streams flags could not be loaded. Flags are requested without it. ${Se} (T85)`;
function Ad(e, t, n) {
	let r = new AbortController(), i = {
		...t,
		signal: r.signal,
		where: "flags"
	}, a = Dd(Od, e.platform.clock.now), o = [], s, c, l = !1, u = {
		write(n) {
			n.kind === "context" ? (c = e.settings.sendEvents ? n.context : void 0, s = a.write(n) ? void 0 : n, (c || n.context && t.app.promotion !== "production") && d()) : c && a.write(n);
		},
		openStream(...e) {
			o = [...o.filter(([, , e]) => !e.aborted), e], d();
		},
		stop: () => r.abort()
	};
	return u;
	function d() {
		l || (l = !0, Ce({
			...i,
			load: n,
			missing: kd
		}, (t) => {
			({receive: u.write, openStream: u.openStream} = t({
				...e,
				log: a,
				lost: s,
				streams: o,
				loading: i
			}));
		}));
	}
}
H(), Tt(), Qr(), Q();
var jd = /hash/i;
function Md(e, t, { kind: n = "user", hashField: r }) {
	if (e.status === "unknown") return {
		kind: n,
		key: e.visitor ?? t(n),
		anonymous: !0
	};
	if (e.status !== "known") return;
	let { person: i, accounts: a } = e, o = c(i, {
		kind: n,
		key: i.unique_identity
	});
	if (!a) return o;
	let s = [...Object.entries(a).map(([e, t]) => c(t, {
		kind: e,
		key: t.key
	})), o].map(({ kind: e, ...t }) => [e, t]);
	return {
		kind: "multi",
		...Object.fromEntries(s.sort())
	};
	function c(e, t) {
		let { name: n, anonymous: i, _meta: a, ...o } = V(e, wt);
		r && delete o[r];
		let s = I(a) ? a.privateAttributes : void 0, c = [...Array.isArray(s) ? s.filter((e) => typeof e == "string") : [], ...Object.keys(o).filter((e) => jd.test(e))];
		return {
			...o,
			...typeof n == "string" && { name: n },
			...typeof i == "boolean" && { anonymous: i },
			...t,
			...c[0] && { _meta: { privateAttributes: c } }
		};
	}
}
var Nd = (e, t = "user") => e.kind === "multi" ? {
	kind: t,
	...e[t]
} : e;
function Pd(e, t, { hash: n, hashField: r, kind: i }) {
	return !r && typeof n != "function" ? n : a();
	async function a() {
		let r = typeof n == "function" ? await n(...V([Nd(e, i), e])) : t;
		if (typeof r != "string" || !r) throw Zr();
		return r;
	}
}
function Fd({ kind: e = "user", hash: t = "", hashField: n }) {
	di(e) || Id("kind must consist of letters, digits, \".\", \"_\" and \"-\". (T37)"), /string|function/.test(typeof t) || Id("hash must be a string or a function. (T38)"), n !== void 0 && (typeof n == "string" && n || Id("hashField must be the name of a field. (T39)"), t && Id("set hash or hashField, not both. (T40)"));
}
function Id(e, t) {
	throw Error(`Cannot boot Launch Darkly: ${e}`, t);
}
y(), H(), w(), k(), Y(), Q();
var Ld = Object.create(null);
function Rd(e, t, n) {
	let { identity: r, platform: i, bus: a } = t, o = x(), s = n(O), { status: c, allFlags: l, getFlag: u } = s, d = /* @__PURE__ */ new Set(), f = [], p, m, h, g, _ = !1, y, b, S, w = r.watch(T);
	T();
	function T() {
		let t = r.get(), n = Md(t, (e) => ui(e, i.storage, i.random.uuid), e), a = t.status === "known" && e.hashField ? t.person[e.hashField] : void 0, o = n && B([n, a]), c = t.epoch !== p || h === void 0, l = o === h && !c;
		if (p = t.epoch, m = q(t), y = void 0, h = o, _ = t.status === "known" && t.impersonator !== void 0, !n) s.pause();
		else if (!l) {
			let r = g;
			g = t.status === "known" ? B([pi(n), t.impersonator]) : m?.visitor;
			let i = Pd(n, a, e);
			s.identify(n, {
				isAtOnce: c,
				isMuted: _,
				isSamePerson: g === r,
				hash: i
			});
		}
		c && O();
	}
	function E() {
		return h !== void 0 && c.get() !== "initialising";
	}
	function O(e = Ld) {
		o.notify(), E() && S !== p && (S = p, d.forEach(A));
		for (let t of [...d]) t.key in e && d.has(t) && (A(t), v(t.listener, C));
	}
	function k() {
		let e = l();
		return (y?.epoch !== p || y?.isReady !== E() || y.values !== e || b !== s.revision()) && (b = s.revision(), y = {
			epoch: p ?? "",
			isReady: E(),
			user: m,
			values: e,
			getFlag: u
		}), y;
	}
	function A(e) {
		if (!e.shown || !d.has(e) || !E()) return;
		let t = u(e.key);
		(e.epoch !== p || e.flag !== t) && (e.epoch = p, e.flag = t, M(e.key, e.shown.fallback));
	}
	function j() {
		let e = f;
		f = [], e.forEach(A);
	}
	function M(e, t, n) {
		let r = u(e);
		return Nn(r) ? Mn(r, t, n?.accepts) : (_ || a.publish("exposure", {
			key: e,
			flag: r
		}), s.evaluate(e, t, n));
	}
	return {
		status: c,
		variation: (e, t) => M(e, t).value,
		variationDetail: (e, t) => M(e, t, { withReason: !0 }),
		allFlags: l,
		getFlag: u,
		bootstrapFlag: s.bootstrapFlag,
		track: s.track,
		servedFlag: s.servedFlag,
		override: s.override,
		recordExposure: (e, t) => void M(e, t),
		watch(e, t, n) {
			let r = {
				key: e,
				listener: t,
				shown: n
			};
			return d.add(r), s.setListening(!0), n && f.push(r) === 1 && queueMicrotask(j), () => {
				d.delete(r), s.setListening(d.size > 0);
			};
		},
		current: D(k, o.add),
		stop() {
			w(), s.close();
		}
	};
}
H(), F(), G(), Hr(), Hi();
function zd(e, t) {
	let n = pe(e), { client: r, clientSideId: i, bootstrap: a } = n;
	r && Id(i ? "conflicting options were provided, a client and a client side id! (T34)" : "client side id is not set! A client belongs to injectedClient(). (T152)"), String(i ?? "").trim() || Id("client side id is not set!", { cause: "clientSideId" }), Fd(n);
	for (let e of ["clientSideId", ...Vd(n)]) {
		let t = te(n[e]);
		t !== void 0 && Id(`${e}${t} must be a string. (T33)`);
	}
	let o = Cd(a);
	return {
		name: "launchdarkly",
		bootstrapFlag: o,
		start: (e) => Rd(n, e, (r) => ({
			...Bd(n, {
				host: e,
				load: t,
				onUpdate: r
			}),
			bootstrapFlag: o
		}))
	};
}
function Bd(e, { host: t, load: n, onUpdate: r }) {
	let { platform: i, http: a, bus: o, app: s } = t, c = Vd(e).map((t) => [t, ee(e[t] ?? "", s.promotion)]), l = {
		...e,
		bootstrap: e.bootstrap ?? "localStorage",
		...Object.fromEntries(c)
	}, u = Lr(l, zr), d = !1;
	function f(e, t) {
		if (d) return;
		let n = typeof e == "object";
		d = n && e.name === "LaunchDarklyInvalidEnvironmentIdError";
		let r = n ? e.message : e, i = d ? `The client-side ID "${u.clientSideId}": ${r}` : r;
		o.publish("problem", {
			where: "flags",
			message: i,
			isError: n,
			until: t
		});
	}
	let p = (e) => f(e), m = {
		platform: {
			...i,
			http: a,
			log: {
				warn: p,
				error: p
			}
		},
		report: f
	}, h = Ad({
		...m,
		options: l,
		settings: u
	}, t, n);
	return Ed(u, {
		...m,
		environment: u.clientSideId,
		createSource: zi(u, a, h),
		calls: h,
		onUpdate: r
	});
}
var Vd = (e) => Rr.filter((t) => I(e[t]));
Q(), Q(), oa(), br(), uo(), mo(), Z(), oa(), Q(), wi();
var Hd = (e) => zd(e, Ud);
async function Ud() {
	let { startFlagEvents: e } = await Promise.resolve().then(() => (Vu(), Lu));
	return e;
}
du(), G(), Eo();
var Wd = {
	name: lu,
	impersonation: wo,
	accepts: W,
	isLoaded: W,
	isMissing: W,
	identify: W,
	remembers: W,
	update: W,
	track: W,
	reset: W,
	stop: W
}, Gd = [
	"name",
	"identify",
	"track",
	"reset"
];
du(), y(), Qs(), H(), l(), Y(), Eo(), Ze();
var Kd = 100, qd = 5e3, Jd = 1e4, Yd = "its script is not ready, so its events wait: add it to the page, and check that nothing blocks it. (T78)", Xd = 1e3, Zd = { id: "" };
function Qd(e) {
	let { name: t, impersonation: n = "tag" } = e, r = (t) => t.kind !== "sign-in" && To(t, n) && (e.accepts?.(t) ?? !0);
	return {
		name: t,
		start: (t) => ({
			...ef(e, t),
			accepts: r
		}),
		passed: e.passed
	};
}
function $d(e) {
	return su({
		what: "vendor",
		table: Wd,
		required: Gd
	}, e), {
		name: e.name,
		impersonation: e.impersonation ?? "tag",
		accepts: (t) => e.accepts?.(t) ?? !0,
		start: () => e
	};
}
function ef(e, t) {
	let { identity: n, bus: a, diagnostics: o, platform: s } = t, { clock: c, storage: l, page: u } = s, d = e.start(t), f = `told:${d.name}`, p, m = {}, h, g = Ke(t), _ = i(c, Xd, D), y = (e) => v(e, (e) => {
		let t = `its script has failed (${Zs(e)}): the next call goes on (T79)`;
		a.publish("problem", {
			where: d.name,
			message: t
		});
	}), b = () => y(() => d.isLoaded?.() ?? !0) === !0;
	function x(e) {
		let { notReady: t } = o.get();
		if (t.includes(d.name) !== e) return;
		let n = t.filter((e) => e !== d.name);
		a.publish("diagnosis", { notReady: e ? n : [...n, d.name] });
	}
	function S() {
		x(!1), y(() => d.isMissing?.()) !== !1 && a.publish("problem", {
			where: d.name,
			message: Yd,
			isError: !0
		});
	}
	function C() {
		let e = l.get(f), t = e === void 0 && w();
		(e !== p || t) && (p = e, m = h || t ? Zd : L(e), h = void 0);
	}
	function w() {
		let e = h ?? n.get(), t = (e) => y(() => d.remembers?.(e));
		return e.status === "resolving" || !b() ? !1 : h ? t(h) === !1 : t() === !0 && (e.status !== "known" || t(e) === !1);
	}
	let T = ({ accounts: t, visitor: n, ...r }) => e.identifiesPersons || !t ? r : {
		...r,
		accounts: t
	}, E = (e) => m.id !== void 0 && !J(m, e);
	function D() {
		C();
		let e = n.get();
		if (e.status === "resolving") return;
		let t = T(q(e) ?? {});
		if (E(t) || !h && w()) {
			if (!b()) return;
			m = {}, h = void 0, l.remove(f), p = void 0, y(() => d.reset());
		}
		if (e.status !== "known" || !b() || ae([h?.person, h?.accounts], [e.person, e.accounts]) || e.impersonator !== void 0 && d.impersonation === "suppress") return;
		let r = h !== void 0, i = !r && g && J(m, t) && y(() => d.remembers?.(e)) === !0;
		m = t, h = e, l.set(f, B(t)), p = l.get(f), i || y(() => r ? d.update?.(e) : d.identify(e));
	}
	function O() {
		h !== void 0 && E(T(q(n.get()) ?? m)) ? _.schedule() : D();
	}
	function k(e) {
		let t = T(e.identity);
		return J(t, m) || D(), J(t, m) ? v(() => (d.track(e), { outcome: "delivered" }), (e) => ({
			outcome: "refused",
			reason: Zs(e)
		})) : {
			outcome: "delivered",
			misattributed: [e]
		};
	}
	let A = [
		n.watch(O),
		u.onMayExit(_.flush),
		_.flush
	];
	return C(), {
		name: d.name,
		type: "in-page",
		async whenReady(e) {
			let t = 0;
			for (let i = Kd; (n.get().status === "resolving" || !b()) && !e.aborted; i = Math.min(i * 2, qd)) await r(c, i, e), t += i, t >= Jd && !e.aborted && !b() && S();
			e.aborted || (x(!0), O());
		},
		async deliver(e) {
			return C(), {
				outcome: "split",
				parts: e.map((e) => ({
					events: [e],
					result: k(e)
				}))
			};
		},
		stop() {
			for (let e of A) e();
			y(() => d.stop?.());
		}
	};
}
// ../../tmp/version-LBTL3N/packages/telltale/src/vendor.ts
var tf = (e) => Qd($d(e));
Cr(), Iu(), ua(), ya(), ju();
var nf = (e) => e, rf = ({ eventStore: e }, t = {}) => Au(t, {
	hostOf: nf,
	openEventStore: e
}), af = la({
	platformOf: (e) => e,
	shareStream: da,
	loadGoals: () => Nu,
	loadDiagnostics: () => xr
}), of = (e) => zd(e, () => af);
export { Wu as collector, Hu as createBrowserTelltale, Wn as createTelltale, Hd as launchDarkly, of as launchDarklyAtOnce, sd as session, rf as startOn, tf as vendor };
