const e=([e,t,n,r],[i,a,o,s])=>[r*i+e*s+t*o-n*a,r*a-e*o+t*s+n*i,r*o+e*a-t*i+n*s,r*s-e*i-t*a-n*o],t=([e,t,n,r])=>[-e,-t,-n,r],n=e=>{let t=Math.hypot(...e);return e.map(e=>e/t)},r=([e,t,n])=>{let r=Math.hypot(e,t,n),i=r<1e-9?.5:Math.sin(r/2)/r;return[e*i,t*i,n*i,Math.cos(r/2)]},i=([e,t,n,r])=>{let i=Math.hypot(e,t,n);if(i<1e-9)return[0,0,0];let a=2*Math.atan2(i,Math.abs(r)),o=(r<0?-a:a)/i;return[e*o,t*o,n*o]},a=([e,t,n,r])=>[[1-2*(t*t+n*n),2*(e*t+r*n),2*(e*n-r*t)],[2*(e*t-r*n),1-2*(e*e+n*n),2*(t*n+r*e)],[2*(e*n+r*t),2*(t*n-r*e),1-2*(e*e+t*t)]],o=([[e,t,r],[i,a,o],[s,c,l]])=>{let u=[1+e-a-l,1-e+a-l,1-e-a+l,1+e+a+l],d=u.indexOf(Math.max(...u));return n([[u[0],i+t,s+r,o-c],[i+t,u[1],c+o,s-r],[s+r,c+o,u[2],t-i],[o-c,s-r,t-i,u[3]]][d])},s=1/180,c=.2,l=.3,u=Math.sqrt(3)*l+c,d=[-1,0,1].flatMap(e=>[-1,0,1].flatMap(t=>[-1,0,1].map(n=>[e,t,n]))).filter(e=>e.filter(Boolean).length>1).sort((e,t)=>e.filter(e=>!e).length-t.filter(e=>!e).length).map(e=>e.map(e=>e*l)),f=d.slice(0,8),p=(e,t)=>e[0]*t[0]+e[1]*t[1]+e[2]*t[2],m=(e,t)=>[e[1]*t[2]-e[2]*t[1],e[2]*t[0]-e[0]*t[2],e[0]*t[1]-e[1]*t[0]],h=(e,t,n=1)=>{for(let r=0;r<3;r++)e[r]+=t[r]*n},g=([e,t,n],[r,i,a])=>[e[0]*r+t[0]*i+n[0]*a,e[1]*r+t[1]*i+n[1]*a,e[2]*r+t[2]*i+n[2]*a],_=e=>{let t=Math.min(1,Math.max(0,e));return t*t*(3-2*t)};function v(e){let t=e*2654435761>>>0;return()=>{t=t+1831565813>>>0;let e=Math.imul(t^t>>>15,t|1);return e^=e+Math.imul(e^e>>>7,e|61),((e^e>>>14)>>>0)/4294967296}}const y=e=>r([0,0,e]);function b(e,t,n,r){let i=()=>r()-.5,a=7+3*r(),o=[n.x*a+5*i(),n.y*a+5*i(),9.5+4*r()],s=[-n.y,n.x,0].map(e=>e*(10+9*r()));return h(s,[i(),i(),i()],16),{slot:t,place:[e.x,e.y,.5],turn:y(e.yaw),velocity:o,spin:s,axes:null}}function x(e,t,n,r,i,a){let o=t?.5:1;h(e.place,r,i*.5*o),t&&h(t.place,r,-i*.5*o);let s=m(e.spin,n);h(s,e.velocity),t&&(h(s,m(t.spin,a),-1),h(s,t.velocity,-1));let c=p(s,r);if(c>=0)return;let l=e=>{let[r,i]=[m(n,e),t?m(a,e):null];return 1+6*p(r,r)+(t?1+6*p(i,i):0)},u=(r,i)=>{h(e.velocity,r,i),h(e.spin,m(n,r),6*i),t&&(h(t.velocity,r,-i),h(t.spin,m(a,r),-6*i))},d=-c*(1+(c<-2.2?.38:0))/l(r);u(r,d);let f=[...s];h(f,r,-c);let g=Math.hypot(...f);if(g<1e-6)return;let _=f.map(e=>-e/g);u(_,Math.min(g/l(_),.32*d))}function S(e,{left:t,right:n,near:r,far:i}){let{place:a,axes:o}=e,s=a[0]>t+u&&a[0]<n-u&&a[1]>r+u&&a[1]<i-u;if(!(s&&a[2]>u))for(let l of f){let u=g(o,l),d=e=>a[e]+u[e],f=(t,n)=>{t>0&&x(e,null,u.map((e,t)=>e-n[t]*c),n,t)};f(c-d(2),[0,0,1]),s||(f(c-d(0)+t,[1,0,0]),f(c+d(0)-n,[-1,0,0]),f(c-d(1)+r,[0,1,0]),f(c+d(1)-i,[0,-1,0]))}}function C(e,t){let r=t.map((t,n)=>t-e.place[n]),i=e.axes.map(e=>p(e,r)).map(e=>e-Math.min(l,Math.max(-.3,e))),a=Math.hypot(...i);if(a>=2*c)return[0,null];let o=a<1e-6?n(r):g(e.axes,i).map(e=>e/a);return[2*c-a,o]}function w(e,t){if(!(Math.hypot(...e.place.map((e,n)=>e-t.place[n]))>2*u))for(let[n,r]of[[e,t],[t,e]])for(let e of d){let t=g(n.axes,e),[i,a]=C(r,t.map((e,t)=>e+n.place[t]));a&&(h(t,a,-.2),x(n,r,t,a,i,t.map((e,t)=>e+n.place[t]-r.place[t])))}}function T(e,t){let n=_((t-.1)/.5);if(!n)return;let{slot:r,place:i,velocity:a,spin:o,axes:c}=e;for(let[e,t]of[r.x,r.y].entries())a[e]+=s*n*(120*(t-i[e])-15*a[e]);let l=_((t-.56)/.28);if(!l)return;let u=c.flatMap(e=>[e,e.map(e=>-e)]).reduce((e,t)=>t[2]>e[2]?t:e);h(o,m(u,[0,0,1]),s*l*420);let d=c.reduce((e,t)=>Math.abs(t[2])<Math.abs(e[2])?t:e),f=Math.PI/2,p=r.yaw-Math.atan2(d[1],d[0]);o[2]+=s*l*160*(p-f*Math.round(p/f));for(let e=0;e<3;e++)o[e]*=1-s*l*22}function E(t,i,o){for(let i of t)i.velocity[2]-=46*s,T(i,o),h(i.place,i.velocity,s),i.turn=n(e(r(i.spin.map(e=>e*s)),i.turn)),i.axes=a(i.turn);for(let[e,n]of t.entries())for(let r of t.slice(e+1))w(n,r);for(let e of t)S(e,i)}function D(t,n){let r=a(e(y(-n),t)).map(e=>{let t=Math.max(...e.map(Math.abs));return e.map(e=>Math.abs(e)===t?Math.sign(e):0)});return r[2]=m(r[0],r[1]),p(r[0],r[1])||Math.hypot(...r[2])<.5?y(n):e(y(n),o(r))}function O({place:n,turn:r},a){let o=D(r,a.yaw),s=[a.x,a.y,.5].map((e,t)=>e-n[t]),c=i(e(o,t(r)));return[s,c,Math.hypot(...s)+Math.hypot(...c)/2,o]}function k(n,i,a){let[o,s,,c]=O(n.at(-1),i),l=e(t(c),e(y(i.yaw),P(a)));return n.map(({place:t,turn:n},i)=>{let a=_((i/60-.5)/.5),c=r(s.map(e=>e*a));return{place:t.map((e,t)=>e+o[t]*a),turn:e(e(c,n),l)}})}function*A({starts:e,slots:t,bounds:n,push:r},i){let a=v(i),o=e.map((e,n)=>b(e,t[n],r,a)),c=o.map(({place:e,turn:t})=>[{place:[...e],turn:t}]);for(let e=1;e<=180;e++)if(E(o,n,e*s),!(e%3)){e%3==0&&(yield);for(let[e,{place:t,turn:n}]of o.entries())c[e].push({place:[...t],turn:n})}return{paths:c,off:Math.max(...c.map((e,n)=>O(e.at(-1),t[n])[2]))}}function*j(e,t){let n=null;for(let r=0;r<8&&!(n?.off<.3);r++){let i=yield*A(e,t+r*7919);(!n||i.off<n.off)&&(n=i)}return n}function M({paths:e},t,n,r=null){return e.map((e,i)=>{let a=k(e,t[i],n[i]);if(!r)return a;let{place:o}=a[0],[s,c]=[r[i].x-o[0],r[i].y-o[1]];for(let[e,t]of a.entries())h(t.place,[s,c,0],1-_(e/24));return a})}const N={1:[1,0,0],2:[0,1,0],3:[0,0,1],4:[0,0,-1],5:[0,-1,0],6:[-1,0,0]};function P(e){let[n,r]=[N[e],N[e===1||e===6?2:1]],i=r.map(e=>-e);return t(o([m(i,n),i,n]))}const F=.17,I=.97,L=[-.5,-.485,-.46,-.42,-.37,-.3],R=`#version 300 es
in vec3 place, normal, across, along;
in vec3 face;
uniform vec4 turn; // a quaternion of any length
uniform vec3 middle;
uniform vec4 view; // scale and shift of both axes
out vec3 body, light, uAxis, vAxis;
out vec2 uv;
flat out float pips;
vec3 turned(vec3 v, vec4 q) {
  return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v);
}
void main() {
  vec4 q = normalize(turn);
  body = turned(place, q);
  light = turned(normal, q);
  uAxis = turned(across, q);
  vAxis = turned(along, q);
  uv = face.xy;
  pips = face.z;
  vec3 at = middle + body * (1.0 + 0.07 * (middle.z - 0.5));
  gl_Position = vec4(vec2(at.x, at.y * ${I} + at.z * ${F}) * view.xy + view.zw,
    (at.y * ${F} - at.z) / 30.0, 1.0);
}`,z=`#version 300 es
in vec3 place;
uniform vec3 middle;
uniform vec4 view;
uniform float yaw;
out vec2 way;
void main() {
  float high = max(0.0, middle.z - 0.5);
  way = place.xy;
  vec2 size = vec2(0.64, 0.3 + 0.2 * min(high, 1.0)) * (1.0 + 0.3 * high);
  vec2 from = vec2(0.06 + 0.3 * high, -0.315 - 0.2 * high) + place.xy * size;
  from = mat2(cos(yaw), sin(yaw), -sin(yaw), cos(yaw)) * from;
  gl_Position = vec4((vec2(middle.x, middle.y * ${I}) + from) * view.xy + view.zw, 0.9, 1.0);
}`;function B(){let e=[...L,...L.map(e=>-e).reverse()],n=[],r=[];for(let i=1;i<=6;i++){let o=a(t(P(i))),s=n.length;for(let t of e)for(let r of e){let e=[0,1,2].map(e=>o[0][e]*r+o[1][e]*t+o[2][e]*.5),a=e.map(e=>Math.min(.3,Math.max(-.3,e))),s=e.map((e,t)=>e-a[t]),c=s.map(e=>e/Math.hypot(...s)),l=a.map((e,t)=>e+c[t]*.2);n.push([...l,...c,...o[0],...o[1],r,t,i])}let c=e.length;for(let e=0;e<c-1;e++)for(let t=0;t<c-1;t++){let n=s+e*c+t;r.push(n,n+1,n+c,n+1,n+c+1,n+c)}}return{points:new Float32Array(n.flat()),triangles:new Uint16Array(r)}}function V(e){let t=e.getExtension(`WEBGL_debug_renderer_info`),n=t?e.getParameter(t.UNMASKED_RENDERER_WEBGL):``;return/swiftshader|llvmpipe|softpipe|software|basic render/i.test(n)}function H(e,t,n){let r=e.createProgram();for(let[i,a]of[[e.VERTEX_SHADER,t],[e.FRAGMENT_SHADER,n]]){let t=e.createShader(i);e.shaderSource(t,a),e.compileShader(t),e.attachShader(r,t)}if(e.linkProgram(r),!e.getProgramParameter(r,e.LINK_STATUS))throw Error(e.getProgramInfoLog(r));return{made:r,at:Object.fromEntries([`turn`,`middle`,`view`,`yaw`,`top`,`side`,`pip`].map(t=>[t,e.getUniformLocation(r,t)]))}}var U=class{constructor(e){let t=e.getContext(`webgl2`,{antialias:!0,failIfMajorPerformanceCaveat:!0,powerPreference:`low-power`});if(!t||V(t))throw Error(`no WebGL`);Object.assign(this,{canvas:e,gl:t}),this.dice=H(t,R,`#version 300 es
precision highp float;
in vec3 body, light, uAxis, vAxis;
in vec2 uv;
flat in float pips;
uniform vec3 top, side, pip;
out vec4 colour;
vec2 nearest = vec2(9.0);
void pit(vec2 at) {
  if (length(uv - at) < length(nearest)) nearest = uv - at;
}
void main() {
  vec3 n = normalize(light);
  float across = (body.x - body.y) * 0.5 + 0.5; // from the upper left to the lower right
  float up = smoothstep(0.08, 0.3, n.z);
  vec3 low = side * (1.0 + 0.1 * dot(n.xy, vec2(-0.7, 0.7)));
  low = mix(low, vec3(0), 0.3 * clamp((across - 0.35) / 0.65, 0.0, 1.0));
  vec3 high = mix(top, vec3(1), 0.55 * clamp(1.0 - across / 0.42, 0.0, 1.0));
  high = mix(high, vec3(0), 0.1 * clamp((across - 0.6) / 0.4, 0.0, 1.0));
  float edge = smoothstep(0.15, 0.35, n.z) * (1.0 - smoothstep(0.55, 0.8, n.z));
  high = mix(high, vec3(1), edge * clamp(0.95 - 1.4 * across, 0.0, 0.9));
  vec3 shade = mix(low, high, up);
  vec2 grid = pips > 5.5 ? vec2(0.26, 0.29) : vec2(0.275, 0.26);
  if (mod(pips, 2.0) > 0.5) pit(vec2(0));
  if (pips > 1.5) { pit(vec2(-grid.x, grid.y)); pit(vec2(grid.x, -grid.y)); }
  if (pips > 3.5) { pit(grid); pit(-grid); }
  if (pips > 5.5) { pit(vec2(grid.x, 0)); pit(vec2(-grid.x, 0)); }
  float radius = pips < 1.5 ? 0.12 : 0.1;
  float far = length(nearest);
  float blur = fwidth(far);
  vec2 way = (uAxis.xy * nearest.x + vAxis.xy * nearest.y) / radius;
  float lower = dot(way, vec2(0.7, -0.7)); // 1 at the lower right lip
  vec3 deep = mix(pip, vec3(1), 0.3 * smoothstep(-0.3, 1.1, lower));
  deep *= 1.0 - 0.35 * smoothstep(0.1, 1.0, -lower);
  deep = mix(deep, vec3(1), 0.4 * smoothstep(0.82, 0.95, far / radius) * smoothstep(0.3, 0.8, lower));
  colour = vec4(mix(deep, shade, smoothstep(radius - blur, radius + blur, far)), 1.0);
}`),this.shadows=H(t,z,`#version 300 es
precision highp float;
in vec2 way;
uniform vec3 middle;
out vec4 colour;
void main() {
  float far = length(way);
  float dark = far < 0.55 ? mix(0.78, 0.42, far / 0.55) : mix(0.42, 0.0, (far - 0.55) / 0.45);
  dark = max(0.0, dark) / (1.0 + 0.8 * max(0.0, middle.z - 0.5));
  colour = vec4(vec3(0.008, 0.059, 0.047) * dark, dark);
}`);let{points:n,triangles:r}=B();this.count=r.length,this.body=this.arrays(this.dice.made,n,r);let i=new Float32Array([-1,-1,0,1,-1,0,-1,1,0,1,1,0]);this.square=this.arrays(this.shadows.made,i,null),t.enable(t.BLEND),t.blendFunc(t.ONE,t.ONE_MINUS_SRC_ALPHA)}arrays(e,t,n){let{gl:r}=this,i=r.createVertexArray();r.bindVertexArray(i),r.bindBuffer(r.ARRAY_BUFFER,r.createBuffer()),r.bufferData(r.ARRAY_BUFFER,t,r.STATIC_DRAW);let a=n?[`place`,`normal`,`across`,`along`,`face`]:[`place`];for(let[t,i]of a.entries()){let a=r.getAttribLocation(e,i);a<0||(r.enableVertexAttribArray(a),r.vertexAttribPointer(a,3,r.FLOAT,!1,n?60:12,t*12))}return n&&(r.bindBuffer(r.ELEMENT_ARRAY_BUFFER,r.createBuffer()),r.bufferData(r.ELEMENT_ARRAY_BUFFER,n,r.STATIC_DRAW)),i}set({width:e,height:t,edge:n,top:r,side:i,pip:a,detail:o}){let{gl:s,canvas:c}=this,l=Math.min(devicePixelRatio,o,Math.sqrt(3e6/(e*t))),[u,d]=[e,t].map(e=>Math.round(e*l));(c.width!==u||c.height!==d)&&Object.assign(c,{width:u,height:d}),s.viewport(0,0,u,d);let f=[2*n/e,2*n/t,0,0];for(let{made:e,at:t}of[this.dice,this.shadows])s.useProgram(e),s.uniform4fv(t.view,f);s.useProgram(this.dice.made);for(let[e,t]of Object.entries({top:r,side:i,pip:a}))s.uniform3fv(this.dice.at[e],t.map(e=>e/255))}draw(e){let{gl:t}=this;t.clear(t.COLOR_BUFFER_BIT|t.DEPTH_BUFFER_BIT),t.disable(t.DEPTH_TEST),t.useProgram(this.shadows.made),t.bindVertexArray(this.square);for(let{place:n,yaw:r}of e)t.uniform3fv(this.shadows.at.middle,n),t.uniform1f(this.shadows.at.yaw,r),t.drawArrays(t.TRIANGLE_STRIP,0,4);t.enable(t.DEPTH_TEST),t.useProgram(this.dice.made),t.bindVertexArray(this.body);for(let{place:n,turn:r}of e)t.uniform3fv(this.dice.at.middle,n),t.uniform4fv(this.dice.at.turn,r),t.drawElements(t.TRIANGLES,this.count,t.UNSIGNED_SHORT,0)}};const W=[1.6,1.72],G={x:0,y:1},K=globalThis.requestIdleCallback?e=>requestIdleCallback(e,{timeout:2e3}):e=>setTimeout(()=>e({timeRemaining:()=>6}),30);function q(e,t){return Array.from({length:e},(n,r)=>{let i=Math.floor(r/3),a=Math.min(3,e-i*3);return{x:(r%3-(a-1)/2)*W[0]*t,y:((Math.ceil(e/3)-1)/2-i)*W[1]*t,yaw:0}})}const J=e=>e*e*(3-2*e);function Y(e,t){return t>40?1:t>20?Math.max(1,e-.5):e}var X=class{constructor(e){this.tray=e,this.canvas=document.createElement(`canvas`),this.canvas.className=`flight`,this.canvas.setAttribute(`aria-hidden`,`true`),this.renderer=new U(this.canvas),this.canvas.addEventListener(`webglcontextlost`,()=>this.close()),e.append(this.canvas),this.ready=/* @__PURE__ */ new Map,this.work=null,this.seed=Math.floor(Math.random()*1e6),this.frame=0,this.detail=2,this.look=null,this.began=0,this.shown=0,this.sample=null,this.prepare()}close(){this.closed=!0,this.stop(),this.canvas.remove()}measure(){let e=this.canvas.getBoundingClientRect(),t=this.tray.querySelector(`.shelf`).getBoundingClientRect(),n=[...this.tray.querySelectorAll(`:is(.thrown, .heap) .die`)].find(e=>e.offsetWidth)?.offsetWidth??e.width/6,[r,i]=[e.left+e.width/2,e.top+e.height/2],a=e.width/2/n-.1,o=e.height/2/n/I-.65,s=(i-t.top)/n/I;return{edge:n,x:r,y:i,width:e.width,height:e.height,bounds:{left:-a,right:a,near:s,far:o}}}place(e,{edge:t,x:n,y:r}){let i=e.getBoundingClientRect(),a=e.querySelector(`.drawn`),o=(parseFloat(getComputedStyle(a).rotate)||0)*(Math.PI/180),s=i.left+i.width/2+.095*t*Math.sin(o),c=i.top+i.height/2+(.12-.095*Math.cos(o))*t;return{x:(s-n)/t,y:((r-c)/t-F)/I,yaw:-o}}prepare(e=6){if(this.work||this.closed||!this.canvas.offsetWidth)return;let t=[e,6,5,4,3,2,1].find(e=>!this.ready.has(e));if(!t)return;this.work={count:t,steps:this.compute(t,G)};let n=e=>{if(this.work){do{let{done:e,value:t}=this.work.steps.next();if(e){this.keep(this.work.count,t),this.work=null,this.prepare();return}}while(e.timeRemaining()>4);K(n)}};K(n)}keep(e,t){this.ready.set(e,t),this.tell(),this.look||this.rehearse()}rehearse(){let e=this.tray.querySelector(`:is(.thrown, .heap) .die`);e&&(this.look={...this.measure(),...Z(e)},this.renderer.set({...this.look,detail:this.detail}),this.renderer.draw([Q()]))}tell(){this.canvas.dataset.ready=[...this.ready.keys()].sort().join(``)}compute(e,t){let n=this.measure(),r=(n.bounds.near+n.bounds.far)/2-.3,i=t=>q(e,t).map(e=>({...e,y:e.y+r}));return this.seed+=1,j({starts:i(.72),slots:i(1),bounds:n.bounds,push:t},this.seed)}aim(e,{x:t,y:n}){this.work=null;let r=this.compute(e,{x:t,y:-n}),i=r.next();for(;!i.done;)i=r.next();this.keep(e,i.value)}places(e){let t=this.measure();return[...e.children].map(e=>this.place(e,t))}fly(e,t,n,r){this.stop();let i=this.ready.get(t.length);if(!i||this.closed||this.tooSlow)return!1;this.ready.delete(t.length),this.tell();let a=this.places(e),o=M(i,a,t,r?.length===t.length?r:null);this.look={...this.measure(),...Z(e.firstElementChild)},this.renderer.set({...this.look,detail:this.detail}),e.classList.add(`in-air`),this.canvas.classList.remove(`fading`),this.canvas.classList.add(`on`);let s=o.map(()=>Q()),c=e=>{for(let t=0;t<s.length;t++)$(s[t],o[t],e,a[t].yaw);this.renderer.draw(s)};this.began=performance.now(),this.shown=1,this.sample=null;let l=this.began+n-80,u=0,d=t=>{u||=t;let n=(t-u)/Math.max(1,l-u),r=Math.min(1,n)*60;c(r),this.shown+=1,this.keepUp(t),r<60?this.frame=requestAnimationFrame(d):(e.classList.remove(`in-air`),this.canvas.classList.add(`fading`),this.judge())};return c(0),this.frame=requestAnimationFrame(()=>{this.frame=requestAnimationFrame(d)}),this.node=e,!0}keepUp(e){this.sample??={from:e,shown:this.shown};let t=this.shown-this.sample.shown;if(t<4)return;let n=Y(this.detail,(e-this.sample.from)/t);this.sample=null,n!==this.detail&&(this.detail=n,this.renderer.set({...this.look,detail:n}))}judge(){let e=performance.now()-this.began;if(e>300){let t=e/this.shown;this.tooSlow||=t>80||t>40&&this.detail===1,this.detail=Y(this.detail,t)}this.shown=0}stop(){cancelAnimationFrame(this.frame),this.shown&&this.judge(),this.node?.classList.remove(`in-air`),this.canvas.classList.remove(`on`,`fading`),K(()=>this.prepare())}};function Z(e){let t=getComputedStyle(e),n=(...e)=>{let n=e.map(e=>t.getPropertyValue(e).trim()).find(Boolean);return[1,3,5].map(e=>parseInt(n.slice(e,e+2),16))};return{top:n(`--d-top`,`--die`),side:n(`--d-side`,`--die-side`),pip:n(`--d-pip`,`--pip`)}}const Q=()=>({place:/* @__PURE__ */ new Float32Array(3),turn:new Float32Array([0,0,0,1]),yaw:0});function $(e,t,n,r){let i=Math.min(59,Math.floor(n)),a=n-i,[o,s]=[t[i],t[i+1]],c=0;for(let e=0;e<4;e++)c+=o.turn[e]*s.turn[e];let l=c<0?-a:a;for(let t=0;t<3;t++)e.place[t]=o.place[t]*(1-a)+s.place[t]*a;for(let t=0;t<4;t++)e.turn[t]=o.turn[t]*(1-a)+s.turn[t]*l;e.yaw=r*J(n/60)}export{X as Stage};