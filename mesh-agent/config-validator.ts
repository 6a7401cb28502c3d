// @ts-nocheck -- ajv writes no types.
// Generated from the schemas by `make generate`. Do not edit.
import type { ValidateFunction } from 'ajv';
import ucs2length from 'ajv/dist/runtime/ucs2length.js';

export const validate: ValidateFunction = validate20 as never;
const schema31 = {"type":"object","additionalProperties":false,"required":["service","cluster","mtls"],"properties":{"service":{"type":"object","additionalProperties":false,"properties":{"name":{"type":"string","pattern":"^[a-z0-9]([a-z0-9-]*[a-z0-9])?$","maxLength":63,"description":"small letters, digits and dashes between them"},"protocol":{"enum":["http","grpc","tcp"],"default":"tcp"},"control_addr":{"type":"string","pattern":"^(\\[[0-9a-fA-F:.]+\\]|[^:\\[\\]]*):[0-9]{1,5}$","description":"HOST:PORT, [IPV6]:PORT or :PORT"},"control_allow":{"type":"array","items":{"type":"string","pattern":"^[0-9a-fA-F:.]+/[0-9]{1,3}$","description":"a subnet such as 10.210.0.0/26"},"default":[]},"app_addr":{"type":"string","pattern":"^(\\[[0-9a-fA-F:.]+\\]|[^:\\[\\]]*):[0-9]{1,5}$","description":"HOST:PORT, [IPV6]:PORT or :PORT"},"mesh_bind_addr":{"type":"string","pattern":"^(\\[[0-9a-fA-F:.]+\\]|[^:\\[\\]]*):[0-9]{1,5}$","description":"HOST:PORT, [IPV6]:PORT or :PORT"}},"required":["name"]},"instance":{"type":"array","default":[],"items":{"type":"object","additionalProperties":false,"properties":{"id":{"type":"string","pattern":"^[a-z0-9]([a-z0-9-]*[a-z0-9])?$","maxLength":63,"description":"small letters, digits and dashes between them"},"app_addr":{"type":"string","pattern":"^(\\[[0-9a-fA-F:.]+\\]|[^:\\[\\]]*):[0-9]{1,5}$","description":"HOST:PORT, [IPV6]:PORT or :PORT"},"mesh_bind_addr":{"type":"string","pattern":"^(\\[[0-9a-fA-F:.]+\\]|[^:\\[\\]]*):[0-9]{1,5}$","description":"HOST:PORT, [IPV6]:PORT or :PORT"},"draining":{"type":"boolean","default":false}},"required":["id","app_addr","mesh_bind_addr"]}},"upstream":{"type":"array","default":[],"items":{"type":"object","additionalProperties":false,"properties":{"service":{"type":"string","pattern":"^[a-z0-9]([a-z0-9-]*[a-z0-9])?$","maxLength":63,"description":"small letters, digits and dashes between them"},"bind":{"type":"string","pattern":"^(\\[[0-9a-fA-F:.]+\\]|[^:\\[\\]]*):[0-9]{1,5}$","description":"HOST:PORT, [IPV6]:PORT or :PORT"}},"required":["service","bind"]}},"cluster":{"type":"object","additionalProperties":false,"properties":{"cluster_id":{"type":"string","pattern":"^[a-z0-9]([a-z0-9-]*[a-z0-9])?$","maxLength":63,"description":"small letters, digits and dashes between them"},"environment":{"enum":["dev","stg","prod","test"]},"node_id":{"type":"string","minLength":1},"chainfire_endpoint":{"anyOf":[{"type":"string","pattern":"^https?://[^/]+/?$","description":"http://HOST:PORT or https://HOST:PORT"},{"type":"array","minItems":1,"items":{"type":"string","pattern":"^https?://[^/]+/?$","description":"http://HOST:PORT or https://HOST:PORT"}}],"description":"http://HOST:PORT or https://HOST:PORT, or a list"},"ca_file":{"type":"string","minLength":1},"cert_file":{"type":"string","minLength":1},"key_file":{"type":"string","minLength":1},"username":{"type":"string","minLength":1},"password_file":{"type":"string","minLength":1}},"required":["cluster_id","environment","chainfire_endpoint"]},"mtls":{"type":"object","additionalProperties":false,"properties":{"mode":{"enum":["auto","mtls","tls","plain"],"default":"auto"},"ca_cert_path":{"type":"string","minLength":1},"cert_path":{"type":"string","minLength":1},"key_path":{"type":"string","minLength":1}},"required":[]}},"$id":"config"};
const func1 = ucs2length.default;
const func4 = Object.prototype.hasOwnProperty;
const pattern4 = new RegExp("^[a-z0-9]([a-z0-9-]*[a-z0-9])?$", "u");
const pattern5 = new RegExp("^(\\[[0-9a-fA-F:.]+\\]|[^:\\[\\]]*):[0-9]{1,5}$", "u");
const pattern6 = new RegExp("^[0-9a-fA-F:.]+/[0-9]{1,3}$", "u");
const pattern15 = new RegExp("^https?://[^/]+/?$", "u");

function validate20(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="config" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate20.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.instance === undefined){
data.instance = [];
}
if(data.upstream === undefined){
data.upstream = [];
}
if(data.service === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "service"},message:"must have required property '"+"service"+"'",schema:schema31.required,parentSchema:schema31,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.cluster === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "cluster"},message:"must have required property '"+"cluster"+"'",schema:schema31.required,parentSchema:schema31,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.mtls === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "mtls"},message:"must have required property '"+"mtls"+"'",schema:schema31.required,parentSchema:schema31,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
for(const key0 in data){
if(!(((((key0 === "service") || (key0 === "instance")) || (key0 === "upstream")) || (key0 === "cluster")) || (key0 === "mtls"))){
const err3 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema31,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.service !== undefined){
let data0 = data.service;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0.protocol === undefined){
data0.protocol = "tcp";
}
if(data0.control_allow === undefined){
data0.control_allow = [];
}
if(data0.name === undefined){
const err4 = {instancePath:instancePath+"/service",schemaPath:"#/properties/service/required",keyword:"required",params:{missingProperty: "name"},message:"must have required property '"+"name"+"'",schema:schema31.properties.service.required,parentSchema:schema31.properties.service,data:data0};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
for(const key1 in data0){
if(!((((((key1 === "name") || (key1 === "protocol")) || (key1 === "control_addr")) || (key1 === "control_allow")) || (key1 === "app_addr")) || (key1 === "mesh_bind_addr"))){
const err5 = {instancePath:instancePath+"/service",schemaPath:"#/properties/service/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties",schema:false,parentSchema:schema31.properties.service,data:data0};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data0.name !== undefined){
let data1 = data0.name;
if(typeof data1 === "string"){
if(func1(data1) > 63){
const err6 = {instancePath:instancePath+"/service/name",schemaPath:"#/properties/service/properties/name/maxLength",keyword:"maxLength",params:{limit: 63},message:"must NOT have more than 63 characters",schema:63,parentSchema:schema31.properties.service.properties.name,data:data1};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(!pattern4.test(data1)){
const err7 = {instancePath:instancePath+"/service/name",schemaPath:"#/properties/service/properties/name/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9]([a-z0-9-]*[a-z0-9])?$"},message:"must match pattern \""+"^[a-z0-9]([a-z0-9-]*[a-z0-9])?$"+"\"",schema:"^[a-z0-9]([a-z0-9-]*[a-z0-9])?$",parentSchema:schema31.properties.service.properties.name,data:data1};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/service/name",schemaPath:"#/properties/service/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.service.properties.name.type,parentSchema:schema31.properties.service.properties.name,data:data1};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
let data2 = data0.protocol;
if(!(((data2 === "http") || (data2 === "grpc")) || (data2 === "tcp"))){
const err9 = {instancePath:instancePath+"/service/protocol",schemaPath:"#/properties/service/properties/protocol/enum",keyword:"enum",params:{allowedValues: schema31.properties.service.properties.protocol.enum},message:"must be equal to one of the allowed values",schema:schema31.properties.service.properties.protocol.enum,parentSchema:schema31.properties.service.properties.protocol,data:data2};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(data0.control_addr !== undefined){
let data3 = data0.control_addr;
if(typeof data3 === "string"){
if(!pattern5.test(data3)){
const err10 = {instancePath:instancePath+"/service/control_addr",schemaPath:"#/properties/service/properties/control_addr/pattern",keyword:"pattern",params:{pattern: "^(\\[[0-9a-fA-F:.]+\\]|[^:\\[\\]]*):[0-9]{1,5}$"},message:"must match pattern \""+"^(\\[[0-9a-fA-F:.]+\\]|[^:\\[\\]]*):[0-9]{1,5}$"+"\"",schema:"^(\\[[0-9a-fA-F:.]+\\]|[^:\\[\\]]*):[0-9]{1,5}$",parentSchema:schema31.properties.service.properties.control_addr,data:data3};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/service/control_addr",schemaPath:"#/properties/service/properties/control_addr/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.service.properties.control_addr.type,parentSchema:schema31.properties.service.properties.control_addr,data:data3};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
let data4 = data0.control_allow;
if(Array.isArray(data4)){
const len0 = data4.length;
for(let i0=0; i0<len0; i0++){
let data5 = data4[i0];
if(typeof data5 === "string"){
if(!pattern6.test(data5)){
const err12 = {instancePath:instancePath+"/service/control_allow/" + i0,schemaPath:"#/properties/service/properties/control_allow/items/pattern",keyword:"pattern",params:{pattern: "^[0-9a-fA-F:.]+/[0-9]{1,3}$"},message:"must match pattern \""+"^[0-9a-fA-F:.]+/[0-9]{1,3}$"+"\"",schema:"^[0-9a-fA-F:.]+/[0-9]{1,3}$",parentSchema:schema31.properties.service.properties.control_allow.items,data:data5};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
else {
const err13 = {instancePath:instancePath+"/service/control_allow/" + i0,schemaPath:"#/properties/service/properties/control_allow/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.service.properties.control_allow.items.type,parentSchema:schema31.properties.service.properties.control_allow.items,data:data5};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
}
else {
const err14 = {instancePath:instancePath+"/service/control_allow",schemaPath:"#/properties/service/properties/control_allow/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema31.properties.service.properties.control_allow.type,parentSchema:schema31.properties.service.properties.control_allow,data:data4};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(data0.app_addr !== undefined){
let data6 = data0.app_addr;
if(typeof data6 === "string"){
if(!pattern5.test(data6)){
const err15 = {instancePath:instancePath+"/service/app_addr",schemaPath:"#/properties/service/properties/app_addr/pattern",keyword:"pattern",params:{pattern: "^(\\[[0-9a-fA-F:.]+\\]|[^:\\[\\]]*):[0-9]{1,5}$"},message:"must match pattern \""+"^(\\[[0-9a-fA-F:.]+\\]|[^:\\[\\]]*):[0-9]{1,5}$"+"\"",schema:"^(\\[[0-9a-fA-F:.]+\\]|[^:\\[\\]]*):[0-9]{1,5}$",parentSchema:schema31.properties.service.properties.app_addr,data:data6};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
else {
const err16 = {instancePath:instancePath+"/service/app_addr",schemaPath:"#/properties/service/properties/app_addr/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.service.properties.app_addr.type,parentSchema:schema31.properties.service.properties.app_addr,data:data6};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data0.mesh_bind_addr !== undefined){
let data7 = data0.mesh_bind_addr;
if(typeof data7 === "string"){
if(!pattern5.test(data7)){
const err17 = {instancePath:instancePath+"/service/mesh_bind_addr",schemaPath:"#/properties/service/properties/mesh_bind_addr/pattern",keyword:"pattern",params:{pattern: "^(\\[[0-9a-fA-F:.]+\\]|[^:\\[\\]]*):[0-9]{1,5}$"},message:"must match pattern \""+"^(\\[[0-9a-fA-F:.]+\\]|[^:\\[\\]]*):[0-9]{1,5}$"+"\"",schema:"^(\\[[0-9a-fA-F:.]+\\]|[^:\\[\\]]*):[0-9]{1,5}$",parentSchema:schema31.properties.service.properties.mesh_bind_addr,data:data7};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
else {
const err18 = {instancePath:instancePath+"/service/mesh_bind_addr",schemaPath:"#/properties/service/properties/mesh_bind_addr/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.service.properties.mesh_bind_addr.type,parentSchema:schema31.properties.service.properties.mesh_bind_addr,data:data7};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
}
else {
const err19 = {instancePath:instancePath+"/service",schemaPath:"#/properties/service/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.service.type,parentSchema:schema31.properties.service,data:data0};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
let data8 = data.instance;
if(Array.isArray(data8)){
const len1 = data8.length;
for(let i1=0; i1<len1; i1++){
let data9 = data8[i1];
if(data9 && typeof data9 == "object" && !Array.isArray(data9)){
if(data9.draining === undefined){
data9.draining = false;
}
if(data9.id === undefined){
const err20 = {instancePath:instancePath+"/instance/" + i1,schemaPath:"#/properties/instance/items/required",keyword:"required",params:{missingProperty: "id"},message:"must have required property '"+"id"+"'",schema:schema31.properties.instance.items.required,parentSchema:schema31.properties.instance.items,data:data9};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if(data9.app_addr === undefined){
const err21 = {instancePath:instancePath+"/instance/" + i1,schemaPath:"#/properties/instance/items/required",keyword:"required",params:{missingProperty: "app_addr"},message:"must have required property '"+"app_addr"+"'",schema:schema31.properties.instance.items.required,parentSchema:schema31.properties.instance.items,data:data9};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
if(data9.mesh_bind_addr === undefined){
const err22 = {instancePath:instancePath+"/instance/" + i1,schemaPath:"#/properties/instance/items/required",keyword:"required",params:{missingProperty: "mesh_bind_addr"},message:"must have required property '"+"mesh_bind_addr"+"'",schema:schema31.properties.instance.items.required,parentSchema:schema31.properties.instance.items,data:data9};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
for(const key2 in data9){
if(!((((key2 === "id") || (key2 === "app_addr")) || (key2 === "mesh_bind_addr")) || (key2 === "draining"))){
const err23 = {instancePath:instancePath+"/instance/" + i1,schemaPath:"#/properties/instance/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},message:"must NOT have additional properties",schema:false,parentSchema:schema31.properties.instance.items,data:data9};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
if(data9.id !== undefined){
let data10 = data9.id;
if(typeof data10 === "string"){
if(func1(data10) > 63){
const err24 = {instancePath:instancePath+"/instance/" + i1+"/id",schemaPath:"#/properties/instance/items/properties/id/maxLength",keyword:"maxLength",params:{limit: 63},message:"must NOT have more than 63 characters",schema:63,parentSchema:schema31.properties.instance.items.properties.id,data:data10};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
if(!pattern4.test(data10)){
const err25 = {instancePath:instancePath+"/instance/" + i1+"/id",schemaPath:"#/properties/instance/items/properties/id/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9]([a-z0-9-]*[a-z0-9])?$"},message:"must match pattern \""+"^[a-z0-9]([a-z0-9-]*[a-z0-9])?$"+"\"",schema:"^[a-z0-9]([a-z0-9-]*[a-z0-9])?$",parentSchema:schema31.properties.instance.items.properties.id,data:data10};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
else {
const err26 = {instancePath:instancePath+"/instance/" + i1+"/id",schemaPath:"#/properties/instance/items/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.instance.items.properties.id.type,parentSchema:schema31.properties.instance.items.properties.id,data:data10};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
if(data9.app_addr !== undefined){
let data11 = data9.app_addr;
if(typeof data11 === "string"){
if(!pattern5.test(data11)){
const err27 = {instancePath:instancePath+"/instance/" + i1+"/app_addr",schemaPath:"#/properties/instance/items/properties/app_addr/pattern",keyword:"pattern",params:{pattern: "^(\\[[0-9a-fA-F:.]+\\]|[^:\\[\\]]*):[0-9]{1,5}$"},message:"must match pattern \""+"^(\\[[0-9a-fA-F:.]+\\]|[^:\\[\\]]*):[0-9]{1,5}$"+"\"",schema:"^(\\[[0-9a-fA-F:.]+\\]|[^:\\[\\]]*):[0-9]{1,5}$",parentSchema:schema31.properties.instance.items.properties.app_addr,data:data11};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
else {
const err28 = {instancePath:instancePath+"/instance/" + i1+"/app_addr",schemaPath:"#/properties/instance/items/properties/app_addr/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.instance.items.properties.app_addr.type,parentSchema:schema31.properties.instance.items.properties.app_addr,data:data11};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
if(data9.mesh_bind_addr !== undefined){
let data12 = data9.mesh_bind_addr;
if(typeof data12 === "string"){
if(!pattern5.test(data12)){
const err29 = {instancePath:instancePath+"/instance/" + i1+"/mesh_bind_addr",schemaPath:"#/properties/instance/items/properties/mesh_bind_addr/pattern",keyword:"pattern",params:{pattern: "^(\\[[0-9a-fA-F:.]+\\]|[^:\\[\\]]*):[0-9]{1,5}$"},message:"must match pattern \""+"^(\\[[0-9a-fA-F:.]+\\]|[^:\\[\\]]*):[0-9]{1,5}$"+"\"",schema:"^(\\[[0-9a-fA-F:.]+\\]|[^:\\[\\]]*):[0-9]{1,5}$",parentSchema:schema31.properties.instance.items.properties.mesh_bind_addr,data:data12};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
else {
const err30 = {instancePath:instancePath+"/instance/" + i1+"/mesh_bind_addr",schemaPath:"#/properties/instance/items/properties/mesh_bind_addr/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.instance.items.properties.mesh_bind_addr.type,parentSchema:schema31.properties.instance.items.properties.mesh_bind_addr,data:data12};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
let data13 = data9.draining;
if(typeof data13 !== "boolean"){
const err31 = {instancePath:instancePath+"/instance/" + i1+"/draining",schemaPath:"#/properties/instance/items/properties/draining/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema31.properties.instance.items.properties.draining.type,parentSchema:schema31.properties.instance.items.properties.draining,data:data13};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
else {
const err32 = {instancePath:instancePath+"/instance/" + i1,schemaPath:"#/properties/instance/items/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.instance.items.type,parentSchema:schema31.properties.instance.items,data:data9};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
}
else {
const err33 = {instancePath:instancePath+"/instance",schemaPath:"#/properties/instance/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema31.properties.instance.type,parentSchema:schema31.properties.instance,data:data8};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
let data14 = data.upstream;
if(Array.isArray(data14)){
const len2 = data14.length;
for(let i2=0; i2<len2; i2++){
let data15 = data14[i2];
if(data15 && typeof data15 == "object" && !Array.isArray(data15)){
if(data15.service === undefined){
const err34 = {instancePath:instancePath+"/upstream/" + i2,schemaPath:"#/properties/upstream/items/required",keyword:"required",params:{missingProperty: "service"},message:"must have required property '"+"service"+"'",schema:schema31.properties.upstream.items.required,parentSchema:schema31.properties.upstream.items,data:data15};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
if(data15.bind === undefined){
const err35 = {instancePath:instancePath+"/upstream/" + i2,schemaPath:"#/properties/upstream/items/required",keyword:"required",params:{missingProperty: "bind"},message:"must have required property '"+"bind"+"'",schema:schema31.properties.upstream.items.required,parentSchema:schema31.properties.upstream.items,data:data15};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
for(const key3 in data15){
if(!((key3 === "service") || (key3 === "bind"))){
const err36 = {instancePath:instancePath+"/upstream/" + i2,schemaPath:"#/properties/upstream/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key3},message:"must NOT have additional properties",schema:false,parentSchema:schema31.properties.upstream.items,data:data15};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
if(data15.service !== undefined){
let data16 = data15.service;
if(typeof data16 === "string"){
if(func1(data16) > 63){
const err37 = {instancePath:instancePath+"/upstream/" + i2+"/service",schemaPath:"#/properties/upstream/items/properties/service/maxLength",keyword:"maxLength",params:{limit: 63},message:"must NOT have more than 63 characters",schema:63,parentSchema:schema31.properties.upstream.items.properties.service,data:data16};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
if(!pattern4.test(data16)){
const err38 = {instancePath:instancePath+"/upstream/" + i2+"/service",schemaPath:"#/properties/upstream/items/properties/service/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9]([a-z0-9-]*[a-z0-9])?$"},message:"must match pattern \""+"^[a-z0-9]([a-z0-9-]*[a-z0-9])?$"+"\"",schema:"^[a-z0-9]([a-z0-9-]*[a-z0-9])?$",parentSchema:schema31.properties.upstream.items.properties.service,data:data16};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
else {
const err39 = {instancePath:instancePath+"/upstream/" + i2+"/service",schemaPath:"#/properties/upstream/items/properties/service/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.upstream.items.properties.service.type,parentSchema:schema31.properties.upstream.items.properties.service,data:data16};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
if(data15.bind !== undefined){
let data17 = data15.bind;
if(typeof data17 === "string"){
if(!pattern5.test(data17)){
const err40 = {instancePath:instancePath+"/upstream/" + i2+"/bind",schemaPath:"#/properties/upstream/items/properties/bind/pattern",keyword:"pattern",params:{pattern: "^(\\[[0-9a-fA-F:.]+\\]|[^:\\[\\]]*):[0-9]{1,5}$"},message:"must match pattern \""+"^(\\[[0-9a-fA-F:.]+\\]|[^:\\[\\]]*):[0-9]{1,5}$"+"\"",schema:"^(\\[[0-9a-fA-F:.]+\\]|[^:\\[\\]]*):[0-9]{1,5}$",parentSchema:schema31.properties.upstream.items.properties.bind,data:data17};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
}
else {
const err41 = {instancePath:instancePath+"/upstream/" + i2+"/bind",schemaPath:"#/properties/upstream/items/properties/bind/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.upstream.items.properties.bind.type,parentSchema:schema31.properties.upstream.items.properties.bind,data:data17};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
}
}
else {
const err42 = {instancePath:instancePath+"/upstream/" + i2,schemaPath:"#/properties/upstream/items/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.upstream.items.type,parentSchema:schema31.properties.upstream.items,data:data15};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
}
}
else {
const err43 = {instancePath:instancePath+"/upstream",schemaPath:"#/properties/upstream/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema31.properties.upstream.type,parentSchema:schema31.properties.upstream,data:data14};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
if(data.cluster !== undefined){
let data18 = data.cluster;
if(data18 && typeof data18 == "object" && !Array.isArray(data18)){
if(data18.cluster_id === undefined){
const err44 = {instancePath:instancePath+"/cluster",schemaPath:"#/properties/cluster/required",keyword:"required",params:{missingProperty: "cluster_id"},message:"must have required property '"+"cluster_id"+"'",schema:schema31.properties.cluster.required,parentSchema:schema31.properties.cluster,data:data18};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
if(data18.environment === undefined){
const err45 = {instancePath:instancePath+"/cluster",schemaPath:"#/properties/cluster/required",keyword:"required",params:{missingProperty: "environment"},message:"must have required property '"+"environment"+"'",schema:schema31.properties.cluster.required,parentSchema:schema31.properties.cluster,data:data18};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
if(data18.chainfire_endpoint === undefined){
const err46 = {instancePath:instancePath+"/cluster",schemaPath:"#/properties/cluster/required",keyword:"required",params:{missingProperty: "chainfire_endpoint"},message:"must have required property '"+"chainfire_endpoint"+"'",schema:schema31.properties.cluster.required,parentSchema:schema31.properties.cluster,data:data18};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
for(const key4 in data18){
if(!(func4.call(schema31.properties.cluster.properties, key4))){
const err47 = {instancePath:instancePath+"/cluster",schemaPath:"#/properties/cluster/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key4},message:"must NOT have additional properties",schema:false,parentSchema:schema31.properties.cluster,data:data18};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
}
if(data18.cluster_id !== undefined){
let data19 = data18.cluster_id;
if(typeof data19 === "string"){
if(func1(data19) > 63){
const err48 = {instancePath:instancePath+"/cluster/cluster_id",schemaPath:"#/properties/cluster/properties/cluster_id/maxLength",keyword:"maxLength",params:{limit: 63},message:"must NOT have more than 63 characters",schema:63,parentSchema:schema31.properties.cluster.properties.cluster_id,data:data19};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
if(!pattern4.test(data19)){
const err49 = {instancePath:instancePath+"/cluster/cluster_id",schemaPath:"#/properties/cluster/properties/cluster_id/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9]([a-z0-9-]*[a-z0-9])?$"},message:"must match pattern \""+"^[a-z0-9]([a-z0-9-]*[a-z0-9])?$"+"\"",schema:"^[a-z0-9]([a-z0-9-]*[a-z0-9])?$",parentSchema:schema31.properties.cluster.properties.cluster_id,data:data19};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
}
else {
const err50 = {instancePath:instancePath+"/cluster/cluster_id",schemaPath:"#/properties/cluster/properties/cluster_id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.cluster.properties.cluster_id.type,parentSchema:schema31.properties.cluster.properties.cluster_id,data:data19};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
}
if(data18.environment !== undefined){
let data20 = data18.environment;
if(!((((data20 === "dev") || (data20 === "stg")) || (data20 === "prod")) || (data20 === "test"))){
const err51 = {instancePath:instancePath+"/cluster/environment",schemaPath:"#/properties/cluster/properties/environment/enum",keyword:"enum",params:{allowedValues: schema31.properties.cluster.properties.environment.enum},message:"must be equal to one of the allowed values",schema:schema31.properties.cluster.properties.environment.enum,parentSchema:schema31.properties.cluster.properties.environment,data:data20};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
}
if(data18.node_id !== undefined){
let data21 = data18.node_id;
if(typeof data21 === "string"){
if(func1(data21) < 1){
const err52 = {instancePath:instancePath+"/cluster/node_id",schemaPath:"#/properties/cluster/properties/node_id/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema31.properties.cluster.properties.node_id,data:data21};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
}
else {
const err53 = {instancePath:instancePath+"/cluster/node_id",schemaPath:"#/properties/cluster/properties/node_id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.cluster.properties.node_id.type,parentSchema:schema31.properties.cluster.properties.node_id,data:data21};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
}
if(data18.chainfire_endpoint !== undefined){
let data22 = data18.chainfire_endpoint;
const _errs49 = errors;
let valid11 = false;
const _errs50 = errors;
if(typeof data22 === "string"){
if(!pattern15.test(data22)){
const err54 = {instancePath:instancePath+"/cluster/chainfire_endpoint",schemaPath:"#/properties/cluster/properties/chainfire_endpoint/anyOf/0/pattern",keyword:"pattern",params:{pattern: "^https?://[^/]+/?$"},message:"must match pattern \""+"^https?://[^/]+/?$"+"\"",schema:"^https?://[^/]+/?$",parentSchema:schema31.properties.cluster.properties.chainfire_endpoint.anyOf[0],data:data22};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
}
else {
const err55 = {instancePath:instancePath+"/cluster/chainfire_endpoint",schemaPath:"#/properties/cluster/properties/chainfire_endpoint/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.cluster.properties.chainfire_endpoint.anyOf[0].type,parentSchema:schema31.properties.cluster.properties.chainfire_endpoint.anyOf[0],data:data22};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
var _valid0 = _errs50 === errors;
valid11 = valid11 || _valid0;
const _errs52 = errors;
if(Array.isArray(data22)){
if(data22.length < 1){
const err56 = {instancePath:instancePath+"/cluster/chainfire_endpoint",schemaPath:"#/properties/cluster/properties/chainfire_endpoint/anyOf/1/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema31.properties.cluster.properties.chainfire_endpoint.anyOf[1],data:data22};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
const len3 = data22.length;
for(let i3=0; i3<len3; i3++){
let data23 = data22[i3];
if(typeof data23 === "string"){
if(!pattern15.test(data23)){
const err57 = {instancePath:instancePath+"/cluster/chainfire_endpoint/" + i3,schemaPath:"#/properties/cluster/properties/chainfire_endpoint/anyOf/1/items/pattern",keyword:"pattern",params:{pattern: "^https?://[^/]+/?$"},message:"must match pattern \""+"^https?://[^/]+/?$"+"\"",schema:"^https?://[^/]+/?$",parentSchema:schema31.properties.cluster.properties.chainfire_endpoint.anyOf[1].items,data:data23};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
}
else {
const err58 = {instancePath:instancePath+"/cluster/chainfire_endpoint/" + i3,schemaPath:"#/properties/cluster/properties/chainfire_endpoint/anyOf/1/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.cluster.properties.chainfire_endpoint.anyOf[1].items.type,parentSchema:schema31.properties.cluster.properties.chainfire_endpoint.anyOf[1].items,data:data23};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
}
}
else {
const err59 = {instancePath:instancePath+"/cluster/chainfire_endpoint",schemaPath:"#/properties/cluster/properties/chainfire_endpoint/anyOf/1/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema31.properties.cluster.properties.chainfire_endpoint.anyOf[1].type,parentSchema:schema31.properties.cluster.properties.chainfire_endpoint.anyOf[1],data:data22};
if(vErrors === null){
vErrors = [err59];
}
else {
vErrors.push(err59);
}
errors++;
}
var _valid0 = _errs52 === errors;
valid11 = valid11 || _valid0;
if(!valid11){
const err60 = {instancePath:instancePath+"/cluster/chainfire_endpoint",schemaPath:"#/properties/cluster/properties/chainfire_endpoint/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema31.properties.cluster.properties.chainfire_endpoint.anyOf,parentSchema:schema31.properties.cluster.properties.chainfire_endpoint,data:data22};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
}
errors++;
}
else {
errors = _errs49;
if(vErrors !== null){
if(_errs49){
vErrors.length = _errs49;
}
else {
vErrors = null;
}
}
}
}
if(data18.ca_file !== undefined){
let data24 = data18.ca_file;
if(typeof data24 === "string"){
if(func1(data24) < 1){
const err61 = {instancePath:instancePath+"/cluster/ca_file",schemaPath:"#/properties/cluster/properties/ca_file/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema31.properties.cluster.properties.ca_file,data:data24};
if(vErrors === null){
vErrors = [err61];
}
else {
vErrors.push(err61);
}
errors++;
}
}
else {
const err62 = {instancePath:instancePath+"/cluster/ca_file",schemaPath:"#/properties/cluster/properties/ca_file/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.cluster.properties.ca_file.type,parentSchema:schema31.properties.cluster.properties.ca_file,data:data24};
if(vErrors === null){
vErrors = [err62];
}
else {
vErrors.push(err62);
}
errors++;
}
}
if(data18.cert_file !== undefined){
let data25 = data18.cert_file;
if(typeof data25 === "string"){
if(func1(data25) < 1){
const err63 = {instancePath:instancePath+"/cluster/cert_file",schemaPath:"#/properties/cluster/properties/cert_file/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema31.properties.cluster.properties.cert_file,data:data25};
if(vErrors === null){
vErrors = [err63];
}
else {
vErrors.push(err63);
}
errors++;
}
}
else {
const err64 = {instancePath:instancePath+"/cluster/cert_file",schemaPath:"#/properties/cluster/properties/cert_file/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.cluster.properties.cert_file.type,parentSchema:schema31.properties.cluster.properties.cert_file,data:data25};
if(vErrors === null){
vErrors = [err64];
}
else {
vErrors.push(err64);
}
errors++;
}
}
if(data18.key_file !== undefined){
let data26 = data18.key_file;
if(typeof data26 === "string"){
if(func1(data26) < 1){
const err65 = {instancePath:instancePath+"/cluster/key_file",schemaPath:"#/properties/cluster/properties/key_file/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema31.properties.cluster.properties.key_file,data:data26};
if(vErrors === null){
vErrors = [err65];
}
else {
vErrors.push(err65);
}
errors++;
}
}
else {
const err66 = {instancePath:instancePath+"/cluster/key_file",schemaPath:"#/properties/cluster/properties/key_file/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.cluster.properties.key_file.type,parentSchema:schema31.properties.cluster.properties.key_file,data:data26};
if(vErrors === null){
vErrors = [err66];
}
else {
vErrors.push(err66);
}
errors++;
}
}
if(data18.username !== undefined){
let data27 = data18.username;
if(typeof data27 === "string"){
if(func1(data27) < 1){
const err67 = {instancePath:instancePath+"/cluster/username",schemaPath:"#/properties/cluster/properties/username/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema31.properties.cluster.properties.username,data:data27};
if(vErrors === null){
vErrors = [err67];
}
else {
vErrors.push(err67);
}
errors++;
}
}
else {
const err68 = {instancePath:instancePath+"/cluster/username",schemaPath:"#/properties/cluster/properties/username/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.cluster.properties.username.type,parentSchema:schema31.properties.cluster.properties.username,data:data27};
if(vErrors === null){
vErrors = [err68];
}
else {
vErrors.push(err68);
}
errors++;
}
}
if(data18.password_file !== undefined){
let data28 = data18.password_file;
if(typeof data28 === "string"){
if(func1(data28) < 1){
const err69 = {instancePath:instancePath+"/cluster/password_file",schemaPath:"#/properties/cluster/properties/password_file/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema31.properties.cluster.properties.password_file,data:data28};
if(vErrors === null){
vErrors = [err69];
}
else {
vErrors.push(err69);
}
errors++;
}
}
else {
const err70 = {instancePath:instancePath+"/cluster/password_file",schemaPath:"#/properties/cluster/properties/password_file/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.cluster.properties.password_file.type,parentSchema:schema31.properties.cluster.properties.password_file,data:data28};
if(vErrors === null){
vErrors = [err70];
}
else {
vErrors.push(err70);
}
errors++;
}
}
}
else {
const err71 = {instancePath:instancePath+"/cluster",schemaPath:"#/properties/cluster/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.cluster.type,parentSchema:schema31.properties.cluster,data:data18};
if(vErrors === null){
vErrors = [err71];
}
else {
vErrors.push(err71);
}
errors++;
}
}
if(data.mtls !== undefined){
let data29 = data.mtls;
if(data29 && typeof data29 == "object" && !Array.isArray(data29)){
if(data29.mode === undefined){
data29.mode = "auto";
}
for(const key5 in data29){
if(!((((key5 === "mode") || (key5 === "ca_cert_path")) || (key5 === "cert_path")) || (key5 === "key_path"))){
const err72 = {instancePath:instancePath+"/mtls",schemaPath:"#/properties/mtls/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key5},message:"must NOT have additional properties",schema:false,parentSchema:schema31.properties.mtls,data:data29};
if(vErrors === null){
vErrors = [err72];
}
else {
vErrors.push(err72);
}
errors++;
}
}
let data30 = data29.mode;
if(!((((data30 === "auto") || (data30 === "mtls")) || (data30 === "tls")) || (data30 === "plain"))){
const err73 = {instancePath:instancePath+"/mtls/mode",schemaPath:"#/properties/mtls/properties/mode/enum",keyword:"enum",params:{allowedValues: schema31.properties.mtls.properties.mode.enum},message:"must be equal to one of the allowed values",schema:schema31.properties.mtls.properties.mode.enum,parentSchema:schema31.properties.mtls.properties.mode,data:data30};
if(vErrors === null){
vErrors = [err73];
}
else {
vErrors.push(err73);
}
errors++;
}
if(data29.ca_cert_path !== undefined){
let data31 = data29.ca_cert_path;
if(typeof data31 === "string"){
if(func1(data31) < 1){
const err74 = {instancePath:instancePath+"/mtls/ca_cert_path",schemaPath:"#/properties/mtls/properties/ca_cert_path/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema31.properties.mtls.properties.ca_cert_path,data:data31};
if(vErrors === null){
vErrors = [err74];
}
else {
vErrors.push(err74);
}
errors++;
}
}
else {
const err75 = {instancePath:instancePath+"/mtls/ca_cert_path",schemaPath:"#/properties/mtls/properties/ca_cert_path/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.mtls.properties.ca_cert_path.type,parentSchema:schema31.properties.mtls.properties.ca_cert_path,data:data31};
if(vErrors === null){
vErrors = [err75];
}
else {
vErrors.push(err75);
}
errors++;
}
}
if(data29.cert_path !== undefined){
let data32 = data29.cert_path;
if(typeof data32 === "string"){
if(func1(data32) < 1){
const err76 = {instancePath:instancePath+"/mtls/cert_path",schemaPath:"#/properties/mtls/properties/cert_path/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema31.properties.mtls.properties.cert_path,data:data32};
if(vErrors === null){
vErrors = [err76];
}
else {
vErrors.push(err76);
}
errors++;
}
}
else {
const err77 = {instancePath:instancePath+"/mtls/cert_path",schemaPath:"#/properties/mtls/properties/cert_path/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.mtls.properties.cert_path.type,parentSchema:schema31.properties.mtls.properties.cert_path,data:data32};
if(vErrors === null){
vErrors = [err77];
}
else {
vErrors.push(err77);
}
errors++;
}
}
if(data29.key_path !== undefined){
let data33 = data29.key_path;
if(typeof data33 === "string"){
if(func1(data33) < 1){
const err78 = {instancePath:instancePath+"/mtls/key_path",schemaPath:"#/properties/mtls/properties/key_path/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema31.properties.mtls.properties.key_path,data:data33};
if(vErrors === null){
vErrors = [err78];
}
else {
vErrors.push(err78);
}
errors++;
}
}
else {
const err79 = {instancePath:instancePath+"/mtls/key_path",schemaPath:"#/properties/mtls/properties/key_path/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.mtls.properties.key_path.type,parentSchema:schema31.properties.mtls.properties.key_path,data:data33};
if(vErrors === null){
vErrors = [err79];
}
else {
vErrors.push(err79);
}
errors++;
}
}
}
else {
const err80 = {instancePath:instancePath+"/mtls",schemaPath:"#/properties/mtls/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.mtls.type,parentSchema:schema31.properties.mtls,data:data29};
if(vErrors === null){
vErrors = [err80];
}
else {
vErrors.push(err80);
}
errors++;
}
}
}
else {
const err81 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.type,parentSchema:schema31,data};
if(vErrors === null){
vErrors = [err81];
}
else {
vErrors.push(err81);
}
errors++;
}
validate20.errors = vErrors;
return errors === 0;
}
validate20.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};
